// Tables of pointers whose rows lead into one buffer, as host code shows: they are not taken to be apart.

struct Shifted {
    float *to;
    float *from;
    int n;
};

// expect: unknown
__global__ void shift_by_record(Shifted *pointers)
{
    Shifted s = *pointers;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n)
        s.to[i] = s.from[i] + 1.0f;
}

// expect: unknown
__global__ void shift_by_table(float **rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rows[0][i] = rows[1][i] + 1.0f;
}

// expect: unknown
__global__ void fill_shared_rows(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] = blockIdx.x;
}

// expect: unknown
__global__ void fill_close_rows(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] = blockIdx.x;
}

__constant__ float *shifted;

// expect: unknown
__global__ void shift_by_constant(float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = shifted[i] + 1.0f;
}

int main()
{
    float *all, *own[4], *next[2], *close[4];
    cudaMalloc(&all, 8192 * sizeof(float));
    cudaMemset(all, 0, 8192 * sizeof(float));

    Shifted record = {all, all + 1, 1024}, *records;
    cudaMalloc(&records, sizeof record);
    cudaMemcpy(records, &record, sizeof record, cudaMemcpyHostToDevice);
    shift_by_record<<<4, 256>>>(records);

    float **table;
    next[0] = all;
    next[1] = &all[1];
    cudaMalloc(&table, sizeof next);
    cudaMemcpy(table, next, sizeof next, cudaMemcpyHostToDevice);
    shift_by_table<<<4, 256>>>(table, 1024);

    float **owners;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&own[i], 1024 * sizeof(float));
    own[3] = own[0];
    cudaMalloc(&owners, sizeof own);
    cudaMemcpy(owners, own, sizeof own, cudaMemcpyHostToDevice);
    fill_shared_rows<<<4, 256>>>(owners, 1024);

    float **closes;
    for (int i = 0; i < 4; i++)
        close[i] = all + i * 512;
    cudaMalloc(&closes, sizeof close);
    cudaMemcpy(closes, close, sizeof close, cudaMemcpyHostToDevice);
    fill_close_rows<<<4, 256>>>(closes, 1024);

    float *second = all + 1;
    cudaMemcpyToSymbol(shifted, &second, sizeof second);
    shift_by_constant<<<4, 256>>>(all, 1024);
    cudaDeviceSynchronize();
    cudaFree(records);
    cudaFree(table);
    cudaFree(owners);
    cudaFree(closes);
    for (int i = 0; i < 3; i++)
        cudaFree(own[i]);
    cudaFree(all);
}

// Rows that are allocated in place, and one that gets another's afterwards.
// expect: unknown
__global__ void replaced(float **rows) { rows[blockIdx.x][threadIdx.x] = threadIdx.x + blockIdx.x * 64; }
void replace(int n)
{
    float *own[4], **table;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&own[i], 256);
    own[1] = own[0];
    cudaMalloc(&table, sizeof own);
    cudaMemcpy(table, own, sizeof own, cudaMemcpyHostToDevice);
    replaced<<<4, 64>>>(table);
}

// The launch gets a row besides the table.
// expect: unknown
__global__ void handed_besides(float **rows, float *out) { out[threadIdx.x] = rows[0][threadIdx.x + 1]; }
void hand_besides(int n)
{
    float *own[2], **table;
    for (int i = 0; i < 2; i++)
        cudaMalloc(&own[i], 4096);
    cudaMalloc(&table, sizeof own);
    cudaMemcpy(table, own, sizeof own, cudaMemcpyHostToDevice);
    handed_besides<<<1, 64>>>(table, own[0]);
}

struct Link {
    float *to;
};

// A member that is copied to the device, and handed over as well.
// expect: unknown
__global__ void linked(Link *link, float *out) { out[threadIdx.x] = link->to[threadIdx.x + 1]; }
void link_up()
{
    Link link, *copy;
    cudaMalloc(&link.to, 4096);
    cudaMalloc(&copy, sizeof link);
    cudaMemcpy(copy, &link, sizeof link, cudaMemcpyHostToDevice);
    linked<<<1, 64>>>(copy, link.to);
}

// Every other row is a new one.
// expect: unknown
__global__ void in_pairs(float **rows) { rows[blockIdx.x][threadIdx.x] = threadIdx.x + blockIdx.x * 64; }
void pair_up(int n)
{
    float *own[4], **table, *buffer;
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            cudaMalloc(&buffer, 256);
        own[i] = buffer;
    }
    cudaMalloc(&table, sizeof own);
    cudaMemcpy(table, own, sizeof own, cudaMemcpyHostToDevice);
    in_pairs<<<4, 64>>>(table);
}

// A pointer into the table writes one of its rows.
// expect: unknown
__global__ void through_pointer(float **rows) { rows[blockIdx.x][threadIdx.x] = threadIdx.x + blockIdx.x * 64; }
void write_through(int n)
{
    float *own[4], **table;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&own[i], 256);
    float **second = own + 1;
    *second = own[0];
    cudaMalloc(&table, sizeof own);
    cudaMemcpy(table, own, sizeof own, cudaMemcpyHostToDevice);
    through_pointer<<<4, 64>>>(table);
}
