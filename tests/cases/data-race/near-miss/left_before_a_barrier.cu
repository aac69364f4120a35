// Threads that leave before a barrier and have done nothing since the last one that others could meet.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void bound_check(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    if (i >= n)
        return;
    s[t] = in[i];
    __syncthreads(); //~ warning barrier-divergence with exit
    out[i] = t > 0 ? s[t] + s[t - 1] : s[t];
}

// What they did before the last barrier that they came to is ordered.
// expect: proved
__global__ void after_a_barrier(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 32)
        return;
    s[t] += s[t + 32];
    __syncthreads(); //~ warning barrier-divergence with exit
    if (t < 16)
        out[blockIdx.x * 16 + t] = s[t] + s[t + 16];
}

// In a loop each round ends with a barrier for those who leave as well.
// expect: proved
__global__ void at_the_end_of_a_round(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        s[t] = i;
        __syncthreads(); //~ warning barrier-divergence with exit
        out[(blockIdx.x * n + i) * 64 + t] = s[63 - t];
        __syncthreads();
        if (in[t] == i)
            return;
    }
}

// They write a place of their own that nobody else looks at.
// expect: proved
__global__ void own_result(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= 32) {
        out[blockIdx.x * 64 + t] = 0;
        return;
    }
    s[t] = t;
    __syncthreads(); //~ warning barrier-divergence with exit
    out[blockIdx.x * 64 + t] = s[31 - t];
}
