// Members and elements of their own, and what two calls give, are different buffers.

// expect: proved
__global__ void of_two_members(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

// expect: proved
__global__ void of_two_elements(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

// expect: proved
// today: unknown, because what a method gives that nobody sees may be the same each time
__global__ void of_two_calls(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

// One place, and no thread uses what another does.
// expect: proved
__global__ void in_place(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i];
}

struct Pool {
    float *take();
    float *first(), *second();
};

struct Filter {
    float *data, *result;
    float *other[4];
    int n;
    Pool pool;
    void reverse() { of_two_members<<<(n + 127) / 128, 128>>>(result, data, n); }
    void shift(int k) { of_two_elements<<<(n + 127) / 128, 128>>>(other[k], other[k + 1], n); }
    void calls() { of_two_calls<<<(n + 127) / 128, 128>>>(pool.take(), pool.take(), n); }
    void scale() { in_place<<<(n + 127) / 128, 128>>>(data, data, n); }
};
