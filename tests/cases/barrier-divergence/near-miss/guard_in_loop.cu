// Guards that speak of the thread, and are the same for all threads of the launch nevertheless.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void below(int *out)
{
    for (int i = 0; i < 3; ++i)
        if (threadIdx.x < 64 && i != 0)
            __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Whoever passes the barrier by in the first iteration is not in the launch.
// expect: proved
__global__ void beyond(int *out)
{
    for (int i = 0; i < 3; ++i)
        if (threadIdx.x <= 63 + i)
            __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void inner(int *out, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            if (((i ^ j) & 1) && threadIdx.x < 64)
                __syncthreads();
            out[blockIdx.x * 64 + threadIdx.x] += j;
        }
}

// One iteration only.
// expect: violated
__global__ void once(int *out)
{
    for (int i = 0; i < 1; ++i)
        if (threadIdx.x % 2 == i)
            __syncthreads(); //~ barrier-divergence with @last
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); // @last
}
