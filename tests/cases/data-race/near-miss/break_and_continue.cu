// The loop breaks before it comes to the neighbour's cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    for (int i = threadIdx.x * 2; ; ++i) {
        if (i == threadIdx.x * 2 + 2)
            break;
        s[i] = i;
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
