// A launch of which nothing is known allows what is narrower.

// expect: proved
__global__ void shift_apart(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void apart(int *a, int *b, int n, dim3 grid, dim3 block)
{
    shift_apart<<<grid, block>>>(a, b, n);
}

void apart_sized(int *a, int *b)
{
    shift_apart<<<4, 256>>>(a, b, 1000);
}

// The kernel reads both dimensions.
// expect: proved
__global__ void put_in_squares(int *out, int w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < w && j < n)
        out[j * w + i] += 1;
}

void any_squares(int *a, int w, int n, dim3 grid, dim3 block)
{
    put_in_squares<<<grid, block>>>(a, w, n);
}

void squares(int *a, int w, int n)
{
    put_in_squares<<<dim3(w / 16, n / 16), dim3(16, 16)>>>(a, w, n);
}

// Apart in all launches: each place of one buffer is written and read by one thread.
// expect: proved
__global__ void double_in_one(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

void double_apart(int *a, int *b, int n, dim3 grid, dim3 block)
{
    double_in_one<<<grid, block>>>(a, b, n);
}

void double_together(int *a, int n, dim3 grid, dim3 block)
{
    double_in_one<<<grid, block>>>(a, a, n);
}
