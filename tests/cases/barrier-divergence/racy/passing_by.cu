// A thread that takes a way around a barrier passes it by, though it meets no other one: that is no early exit.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void whole_body(int *out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) {
        out[i] = 1;
        __syncthreads(); //~ barrier-divergence with exit
        out[i] = 2;
    }
}

// The return at the end is where all go.
// expect: violated
__global__ void return_at_the_end(int *out, int n)
{
    if (threadIdx.x < n)
        __syncthreads(); //~ barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    return;
}

// expect: violated
__global__ void jump_to_the_end(int *out, int n)
{
    if (threadIdx.x >= n)
        goto end;
    __syncthreads(); //~ barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
end:;
}

__device__ void wait_below(int n)
{
    if (threadIdx.x >= n)
        return;
    __syncthreads(); //~ barrier-divergence with exit
}

// A return from a function goes on in the kernel.
// expect: violated
__global__ void return_of_a_function(int *out, int n)
{
    wait_below(n);
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void loop_bound(int *out)
{
    for (int i = 0; i < threadIdx.x; ++i) {
        __syncthreads(); //~ barrier-divergence with exit
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}

// expect: violated
__global__ void break_at_the_end(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (in[threadIdx.x] == i)
            break;
        __syncthreads(); //~ barrier-divergence with exit
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}

// It skips the barrier in one iteration and returns in the next.
// expect: violated
__global__ void returns_later(int *out)
{
    for (int i = 0; i < 2; ++i) {
        if (i == 1 && threadIdx.x == 5)
            return;
        if (threadIdx.x != 5)
            __syncthreads(); //~ barrier-divergence with exit
        out[blockIdx.x * 64 + threadIdx.x] = i;
    }
}

// It comes to code that is not for all of those that wait.
// expect: violated
__global__ void past_the_join(int *out, int n)
{
    if (threadIdx.x < 32) {
        __syncthreads(); //~ barrier-divergence with exit x2
        if (n > 7)
            return;
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    if (n > 5)
        return;
    out[blockIdx.x * 64 + threadIdx.x] = 2;
}
