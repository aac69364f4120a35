// Tables of pointers that get a buffer for each cell: nothing in host code speaks against that.
#include <vector>

__device__ void add_to_row(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] += 1.0f;
}

// expect: proved
__global__ void allocated_in_loop(float **rows, int n) { add_to_row(rows, n); }

// expect: proved
__global__ void allocated_for_each(float **rows, int n) { add_to_row(rows, n); }

// expect: proved
__global__ void appended_for_each(float **rows, int n) { add_to_row(rows, n); }

// expect: proved
__global__ void taken_from_list(float **rows, int n) { add_to_row(rows, n); }

// expect: proved
__global__ void cleared_first(float **rows, int n) { add_to_row(rows, n); }

void allocate_in_loop(float **table, int n)
{
    float *rows[4];
    for (int i = 0; i < 4; i++) {
        float *row;
        cudaMalloc(&row, n * sizeof(float));
        rows[i] = row;
    }
    cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
    allocated_in_loop<<<4, 256>>>(table, n);
}

void allocate_for_each(int n)
{
    float **table, *row;
    cudaMallocManaged(&table, 4 * sizeof(float *));
    for (int i = 0; i < 4; i++) {
        cudaMalloc(&row, n * sizeof(float));
        table[i] = row;
    }
    allocated_for_each<<<4, 256>>>(table, n);
}

void append_for_each(float **table, int n)
{
    std::vector<float *> rows;
    for (int i = 0; i < 4; i++) {
        float *row;
        cudaMalloc(&row, n * sizeof(float));
        rows.push_back(row);
    }
    cudaMemcpy(table, rows.data(), 4 * sizeof(float *), cudaMemcpyHostToDevice);
    appended_for_each<<<4, 256>>>(table, n);
}

void take_from_list(const std::vector<float *> &buffers, float **table, int n)
{
    std::vector<float *> rows;
    for (float *buffer : buffers)
        rows.push_back(buffer);
    cudaMemcpy(table, rows.data(), rows.size() * sizeof(float *), cudaMemcpyHostToDevice);
    taken_from_list<<<4, 256>>>(table, n);
}

void clear_first(float **table, int n)
{
    float *rows[4];
    for (int i = 0; i < 4; i++)
        rows[i] = nullptr;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&rows[i], n * sizeof(float));
    cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
    cleared_first<<<4, 256>>>(table, n);
}

__constant__ float *to_of_symbol, *from_of_symbol;

// expect: proved
__global__ void through_symbols_apart(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to_of_symbol[i] = from_of_symbol[i + 1];
}

void set_symbols(float *a, float *b, int n)
{
    cudaMemcpyToSymbol(to_of_symbol, &a, sizeof a);
    cudaMemcpyToSymbol(from_of_symbol, &b, sizeof b);
    through_symbols_apart<<<4, 256>>>(n);
}

__device__ float own[2000];

// expect: proved
__global__ void beside_variable(float **rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && n <= 1000)
        rows[0][i] = own[i + 1];
}

void lead_elsewhere(int n)
{
    float *buffer, **table;
    cudaMalloc(&buffer, n * sizeof(float));
    cudaMallocManaged(&table, sizeof(float *));
    table[0] = buffer;
    beside_variable<<<4, 256>>>(table, n);
}
