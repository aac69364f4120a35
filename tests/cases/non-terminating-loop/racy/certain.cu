// Loops that no thread leaves that comes to them.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void unchanged(int *out)
{
    int i = 0;
    while (i < 10) { } //~ non-terminating-loop
    out[threadIdx.x] = i;
}

// expect: violated
__global__ void no_way_out(int *out, int n)
{
    for (;;) { //~ non-terminating-loop
        for (int i = 0; i < n; ++i)
            out[threadIdx.x] = i;
    }
}

// expect: violated
__global__ void away_from_the_end(int *out, int n)
{
    for (int i = 0; i < n; i -= 1) //~ non-terminating-loop
        out[threadIdx.x] = i;
}

// What is not negative is never below zero.
// expect: violated
__global__ void below_zero(int *out)
{
    for (unsigned i = 5; i >= 0; --i) //~ non-terminating-loop
        out[threadIdx.x] = i;
}

// Nobody ever writes it.
// expect: violated
__global__ void nobody_writes(const int *flag, int *out)
{
    while (flag[0] == 0) { } //~ non-terminating-loop
    out[threadIdx.x] = 1;
}

// One thread is enough, and a side effect is no way out.
// expect: violated
__global__ void one_thread(int *out, int n)
{
    int x = 0;
    if (threadIdx.x == 3) {
        while (n > 5) //~ non-terminating-loop
            x += 2;
    }
    out[threadIdx.x] = x;
}

// All threads go round together.
// expect: violated
__global__ void with_barriers(int *out)
{
    __shared__ int tile[64];
    int i = 0;
    while (i < 4) { //~ non-terminating-loop
        tile[threadIdx.x] = i;
        __syncthreads();
        out[threadIdx.x] = tile[63 - threadIdx.x];
        __syncthreads();
    }
}

// The inner loop's own counter stands still.
// expect: violated
__global__ void inner(int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        int j = 0;
        while (j < i) { } //~ non-terminating-loop
    }
    out[threadIdx.x] = n;
}

// Even numbers never become odd, also where they wrap.
// expect: violated
__global__ void steps_over(int *out)
{
    for (unsigned i = 0; i != 7; i += 2) //~ non-terminating-loop
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// expect: violated
__global__ void steps_over_from_one(int *out)
{
    for (int i = 1; i != 100; i += 2) //~ non-terminating-loop
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
