// Ways around a barrier that all threads of a block take or none.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void whole_body(int *out, int n)
{
    if (blockIdx.x < n) {
        __syncthreads();
        out[blockIdx.x * 64 + threadIdx.x] = 1;
    }
}

// expect: proved
__global__ void return_in_a_loop(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (in[0] == i)
            return;
        __syncthreads();
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}
