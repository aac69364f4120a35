// Tables of pointers that another kernel fills: what it puts there is not followed to the next launch.

// expect: proved
__global__ void fill_table(float **rows, float *all) { rows[threadIdx.x] = all; }

// expect: unknown
__global__ void add_to_rows(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] += 1.0f;
}

__device__ float *to, *from;

// expect: proved
__global__ void set_both(float *a, float *b)
{
    to = a;
    from = b;
}

// expect: unknown
__global__ void through_both(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

void run(float **table, float *all, int n)
{
    fill_table<<<1, 4>>>(table, all);
    add_to_rows<<<4, 256>>>(table, n);
    set_both<<<1, 1>>>(all, all);
    through_both<<<4, 256>>>(n);
}
