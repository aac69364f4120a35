// kverify: block=256 grid=1
__global__ void flip(int *out, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = t;
    if (t < n) {
        __syncthreads(); // all have written
        out[t] = s[255 - t];
    }
}
