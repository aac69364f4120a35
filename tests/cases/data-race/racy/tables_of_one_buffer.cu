// Tables of pointers of which host code shows that several cells lead into one buffer, without any of them being named by a number.
#include <algorithm>
#include <vector>

__device__ void add_to_row(float **rows, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        rows[blockIdx.x][i] += 1.0f;
}

// expect: unknown
__global__ void filled_in_loop(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void filled_while(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void filled_by_library(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void made_of_one(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void appended_in_loop(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void filled_in_managed(float **rows, int n) { add_to_row(rows, n); }

// expect: unknown
__global__ void assigned_many(float **rows, int n) { add_to_row(rows, n); }

void fill_tables(float *all, float **table, int n)
{
    float *rows[4];
    for (int i = 0; i < 4; i++)
        rows[i] = all;
    cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
    filled_in_loop<<<4, 256>>>(table, n);

    float *same[4];
    int i = 0;
    while (i < 4) {
        same[i] = all + 16;
        i++;
    }
    cudaMemcpy(table, same, sizeof same, cudaMemcpyHostToDevice);
    filled_while<<<4, 256>>>(table, n);
}

void fill_by_library(float *all, int n)
{
    float **table;
    cudaMallocManaged(&table, 4 * sizeof(float *));
    std::fill(table, table + 4, all);
    filled_by_library<<<4, 256>>>(table, n);
}

void make_of_one(float *all, float **table, int n)
{
    std::vector<float *> rows(4, all);
    cudaMemcpy(table, rows.data(), 4 * sizeof(float *), cudaMemcpyHostToDevice);
    made_of_one<<<4, 256>>>(table, n);
}

void append_in_loop(float *all, float **table, int n)
{
    std::vector<float *> rows;
    for (int i = 0; i < 4; i++)
        rows.push_back(all);
    cudaMemcpy(table, rows.data(), 4 * sizeof(float *), cudaMemcpyHostToDevice);
    appended_in_loop<<<4, 256>>>(table, n);
}

void fill_in_managed(float *all, int n)
{
    float **table;
    cudaMallocManaged(&table, 4 * sizeof(float *));
    for (int i = 0; i < 4; i++)
        table[i] = all;
    filled_in_managed<<<4, 256>>>(table, n);
}

void assign_many(float *all, float **table, int n)
{
    std::vector<float *> rows;
    rows.assign(4, all);
    cudaMemcpy(table, rows.data(), 4 * sizeof(float *), cudaMemcpyHostToDevice);
    assigned_many<<<4, 256>>>(table, n);
}

__constant__ float *to_of_symbol, *from_of_symbol;

// expect: unknown
__global__ void through_symbols(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to_of_symbol[i] = from_of_symbol[i + 1];
}

void set_symbols(float *all, int n)
{
    cudaMemcpyToSymbol(to_of_symbol, &all, sizeof all);
    cudaMemcpyToSymbol(from_of_symbol, &all, sizeof all);
    through_symbols<<<4, 256>>>(n);
}

__managed__ float *to_of_host, *from_of_host;

// expect: unknown
__global__ void through_managed(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to_of_host[i] = from_of_host[i + 1];
}

void set_managed(float *all, int n)
{
    to_of_host = all;
    from_of_host = to_of_host;
    through_managed<<<4, 256>>>(n);
}

__device__ float own[2000];

// expect: unknown
__global__ void into_variable(float **rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rows[0][i] = own[i + 1];
}

void lead_into_variable(int n)
{
    float *address, **table;
    cudaGetSymbolAddress((void **)&address, own);
    cudaMallocManaged(&table, sizeof(float *));
    table[0] = address;
    into_variable<<<4, 256>>>(table, n);
}
