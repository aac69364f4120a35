// The warp waits for itself.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void tree(int *a)
{
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    if (threadIdx.x < 16)
        s[threadIdx.x] += s[threadIdx.x + 16];
    a[threadIdx.x] = s[threadIdx.x];
}
