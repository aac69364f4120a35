// Leaving the loop early does not keep the write from happening.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *in, int *out)
{
    __shared__ int first;
    for (int i = threadIdx.x; i < 256; i += 64) {
        if (in[i] == 0)
            continue;
        first = i; //~ data-race block shared write-write
        break;
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = first;
}
