// Almost as in free/computed_masks.cu, and right all the same.
// kverify-test: block=48 grid=2

// Lanes that no thread has are in the mask.
// expect: proved
__global__ void more_than_there_are(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x;
    unsigned mask = t < 32 ? 0xffffffffu : 0x00ffffffu;
    s[t] = t;
    __syncwarp(mask);
    out[blockIdx.x * 48 + t] = s[t ^ 15];
}
