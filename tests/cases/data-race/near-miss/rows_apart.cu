// Tables of pointers with a buffer for each row: nothing in host code speaks against that.

struct Copied {
    float *to;
    float *from;
    int n;
};

// expect: proved
__global__ void copy_by_record(Copied *pointers)
{
    Copied s = *pointers;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n)
        s.to[i] = s.from[i] + 1.0f;
}

// expect: proved
__global__ void copy_by_table(float **rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rows[0][i] = rows[1][i] + 1.0f;
}

// expect: proved
__global__ void fill_own_rows(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] = blockIdx.x;
}

__constant__ float *source;

// expect: proved
__global__ void copy_by_constant(float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = source[i] + 1.0f;
}

int main()
{
    float *one, *other, *own[4];
    cudaMalloc(&one, 1024 * sizeof(float));
    cudaMalloc(&other, 1024 * sizeof(float));
    cudaMemset(other, 0, 1024 * sizeof(float));

    Copied record = {one, other, 1024}, *records;
    cudaMalloc(&records, sizeof record);
    cudaMemcpy(records, &record, sizeof record, cudaMemcpyHostToDevice);
    copy_by_record<<<4, 256>>>(records);

    float *both[2] = {one, other}, **table;
    cudaMalloc(&table, sizeof both);
    cudaMemcpy(table, both, sizeof both, cudaMemcpyHostToDevice);
    copy_by_table<<<4, 256>>>(table, 1024);

    float **owners;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&own[i], 1024 * sizeof(float));
    cudaMalloc(&owners, sizeof own);
    cudaMemcpy(owners, own, sizeof own, cudaMemcpyHostToDevice);
    fill_own_rows<<<4, 256>>>(owners, 1024);

    cudaMemcpyToSymbol(source, &other, sizeof other);
    copy_by_constant<<<4, 256>>>(one, 1024);
    cudaDeviceSynchronize();
    cudaFree(records);
    cudaFree(table);
    cudaFree(owners);
    for (int i = 0; i < 4; i++)
        cudaFree(own[i]);
    cudaFree(one);
    cudaFree(other);
}
