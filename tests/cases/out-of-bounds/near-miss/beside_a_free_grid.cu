// kverify-test: block=64
// The size of the grid, and a parameter that asks for the access, say nothing of the index; what they bound says something.

// expect: proved
__global__ void room_for_all(int *out, int mode)
{
    __shared__ int s[64];
    if (mode > 3)
        s[threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// The parameter may keep the threads inside: that is assumed, and said.
// expect: proved
__global__ void kept_by_a_parameter(int *out, int n)
{
    __shared__ int s[32];
    if (threadIdx.x < n)
        s[threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: proved
__global__ void kept_through_another(int *out, int n, int m)
{
    __shared__ int s[32];
    if (m < n && threadIdx.x < m)
        s[threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: proved
__global__ void as_far_as_a_counter(int *out, int n)
{
    __shared__ int s[32];
    for (int j = 0; j < n && threadIdx.x == 0; j++)
        s[j] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
