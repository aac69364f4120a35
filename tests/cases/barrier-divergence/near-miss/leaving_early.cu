// Returns before a barrier: since compute capability 7.0 nobody waits for these threads.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void in_a_branch(int *out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) {
        __syncthreads(); //~ warning barrier-divergence with exit
        out[i] = 1;
    } else {
        return;
    }
    out[i] = 2;
}

// expect: proved
__global__ void in_a_loop(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (in[threadIdx.x] == i)
            return;
        __syncthreads(); //~ warning barrier-divergence with exit
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}

// expect: proved
__global__ void in_an_inner_loop(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 4; ++j) {
            __syncthreads(); //~ warning barrier-divergence with exit
            if (in[threadIdx.x] == j) {
                out[blockIdx.x * 64 + threadIdx.x] = j;
                return;
            }
        }
        __syncthreads(); //~ warning barrier-divergence with exit
    }
}

// expect: proved
__global__ void in_a_loop_of_jumps(const int *in, int *out, int n)
{
    int i = 0;
again:
    if (in[threadIdx.x] == i)
        return;
    __syncthreads(); //~ warning barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = i;
    if (++i < n)
        goto again;
}

// Before all barriers of a loop.
// expect: proved
__global__ void search(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i)
        if (in[threadIdx.x] == i)
            return;
    for (int i = 0; i < n; ++i) {
        __syncthreads(); //~ warning barrier-divergence with exit
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}

// The threads that wait leave by a return of their own: nobody goes where they go.
// expect: proved
__global__ void two_ends(int *out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) {
        __syncthreads(); //~ warning barrier-divergence with exit
        out[i] = 1;
        return;
    }
    out[i] = 2;
}

// What a kernel promises at its end is asked of each way out by itself.
// expect: proved
__global__ void with_a_promise(int *out, int n)
{
    __ensures(n == __old_int(n));
    if (blockIdx.x * 64 + threadIdx.x >= n)
        return;
    __syncthreads(); //~ warning barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

#define SEARCH                    \
    for (int i = 0; i < n; ++i) { \
        if (in[threadIdx.x] == i) \
            return;               \
        __syncthreads();          \
    }

// What one macro writes has one place.
// expect: proved
__global__ void in_a_macro(const int *in, int n)
{
    SEARCH //~ warning barrier-divergence with exit
}
