// The same, where what is handed over or how large the launch is keeps each access inside.

// Blocks of 32 threads stay inside.
// expect: proved
__global__ void next(int *out)
{
    __shared__ int s[33];
    s[threadIdx.x + 1] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// `n` keeps the first thread away.
// expect: proved
__global__ void from_n_on(int *out, int n)
{
    __shared__ int s[64];
    if (threadIdx.x >= n)
        s[threadIdx.x - 1] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// `n` keeps the last thread away.
// expect: proved
__global__ void up_to_n(int *out, int n)
{
    __shared__ int s[32];
    if (threadIdx.x < n)
        s[blockDim.x == threadIdx.x + 1 ? 32 : threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: proved
__global__ void led(int *out, int *a, int *b, int which)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = nullptr;
    if (which == 1)
        p = a;
    if (which == 2)
        p = b;
    p[i] = 1;
}

// expect: proved
__global__ void inside_its_own(int *out)
{
    int own[4] = {0};
    own[3] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[0];
}

// expect: proved
__global__ void as_wide(float *out)
{
    float4 four = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    float2 two = *(float2 *)&four;
    out[blockIdx.x * blockDim.x + threadIdx.x] = two.x;
}

// What never holds says where nobody comes by right.
// expect: proved
__global__ void unreachable(int *out)
{
    if (threadIdx.x > 0)
        __trap();
    out[blockIdx.x] = 0;
}

// Made on purpose: a trap of old.
// expect: proved
__global__ void trap(int *out)
{
    if (blockDim.x == 0)
        *(volatile int *)0 = 1;
    int none = *(volatile int *)0;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
