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

struct Pair {
    float *to, *from;
};

// expect: proved
__global__ void copy_pair(Pair *pairs, const Pair *all) { memcpy(pairs, all, sizeof(Pair)); }

// expect: unknown
__global__ void through_pair(Pair *pairs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pairs[0].to[i] = pairs[0].from[i + 1];
}

// expect: proved
__global__ void put_by_exchange(unsigned long long *rows, float *all)
{
    atomicExch(&rows[threadIdx.x], (unsigned long long)all);
}

void run_pair(Pair *pairs, Pair *all, int n)
{
    copy_pair<<<1, 1>>>(pairs, all);
    through_pair<<<4, 256>>>(pairs, n);
}

void run(float **table, float *all, int n)
{
    put_by_exchange<<<1, 4>>>((unsigned long long *)table, all);
    fill_table<<<1, 4>>>(table, all);
    add_to_rows<<<4, 256>>>(table, n);
    set_both<<<1, 1>>>(all, all);
    through_both<<<4, 256>>>(n);
}
