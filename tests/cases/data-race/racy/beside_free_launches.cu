// A launch of which nothing is known does not allow what others are known to do: it is assumed to have buffers of its own, and no more
// dimensions than the kernel reads.

// expect: violated
__global__ void shift_in_one(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void of_two(int *a, int *b, int n, dim3 grid, dim3 block)
{
    shift_in_one<<<grid, block>>>(a, b, n);
}

void of_one(int *a, int n, dim3 grid, dim3 block)
{
    shift_in_one<<<grid, block>>>(a, a, n);
}

// expect: violated
__global__ void shift_in_one_of_known_size(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void of_two_sized(int *a, int *b, int n, dim3 grid, dim3 block)
{
    shift_in_one_of_known_size<<<grid, block>>>(a, b, n);
}

void of_one_sized(int *a, int n)
{
    shift_in_one_of_known_size<<<n / 256, 256>>>(a, a, n);
}

// expect: violated
__global__ void put_by_squares(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += 1; //~ data-race block global write-write //~ data-race block global read-write
}

void flat(int *a, int n, dim3 grid, dim3 block)
{
    put_by_squares<<<grid, block>>>(a, n);
}

void square(int *a, int n, int blocks)
{
    put_by_squares<<<blocks, dim3(16, 16)>>>(a, n);
}

// What lies between the pointers is not known.
// expect: unknown
__global__ void shift_somewhere(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

int offset_of(int);

void of_two_buffers(int *a, int *b, int n, dim3 grid, dim3 block)
{
    shift_somewhere<<<grid, block>>>(a, b, n);
}

void of_places(int *a, int n, dim3 grid, dim3 block)
{
    shift_somewhere<<<grid, block>>>(a, a + offset_of(n), n);
}

// Rows of threads that the host computes.
// expect: unknown
__global__ void put_by_rows(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += 1;
}

void one_row(int *a, int n, dim3 grid, dim3 block)
{
    put_by_rows<<<grid, block>>>(a, n);
}

void rows(int *a, int n, int blocks, int threads)
{
    put_by_rows<<<blocks, dim3(16, threads / 16)>>>(a, n);
}
