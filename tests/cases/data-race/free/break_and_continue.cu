// Found places are kept for each thread.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    __shared__ int first[64];
    first[threadIdx.x] = -1;
    for (int i = threadIdx.x; i < 256; i += 64) {
        if (in[i] == 0)
            continue;
        first[threadIdx.x] = i;
        break;
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = first[63 - threadIdx.x];
}
