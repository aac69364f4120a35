// Kernels that containers hold are launched by whoever takes them out, beside launches that harm nobody.
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

typedef void (*Kernel)(int *);
struct Row {
    const char *name;
    Kernel kernel;
    int threads;
};

// expect: violated
// today: suspect, because the sizes of launches through containers are not followed
__global__ void in_a_list(int *out)
{
    __shared__ int lanes[32];
    lanes[threadIdx.x & 31] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = lanes[threadIdx.x & 31];
}

void benchmark(int *out)
{
    in_a_list<<<1, 32>>>(out);
    std::vector<Row> rows = {{"64 threads", in_a_list, 64}};
    for (const auto &row : rows)
        row.kernel<<<1, row.threads>>>(out);
}

// expect: violated
// today: suspect, because the sizes of launches through containers are not followed
__global__ void pushed(int *out)
{
    __shared__ int lanes[32];
    lanes[threadIdx.x & 31] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = lanes[threadIdx.x & 31];
}

void registry(int *out)
{
    pushed<<<1, 32>>>(out);
    std::vector<Kernel> all;
    all.push_back(pushed);
    for (auto kernel : all)
        kernel<<<1, 64>>>(out);
}

// expect: violated
// today: suspect, because the sizes of launches through containers are not followed
__global__ void looked_up(int *out)
{
    __shared__ int lanes[32];
    lanes[threadIdx.x & 31] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = lanes[threadIdx.x & 31];
}

void command(int *out, const char *name)
{
    looked_up<<<1, 32>>>(out);
    std::map<std::string, Kernel> known = {{"looked_up", looked_up}};
    known[name]<<<1, 64>>>(out);
}

// expect: violated
// today: suspect, because the sizes of launches through containers are not followed
__global__ void handed_to_a_function(int *out)
{
    __shared__ int lanes[32];
    lanes[threadIdx.x & 31] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = lanes[threadIdx.x & 31];
}

void run(Kernel kernel, int *out) { kernel<<<1, 64>>>(out); }

void by_function(int *out)
{
    handed_to_a_function<<<1, 32>>>(out);
    std::function<void(Kernel, int *)> runner = run;
    runner(handed_to_a_function, out);
}

// expect: violated
// today: unknown, because what launches through containers hand over is not followed
__global__ void moved_on(float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i] + 1;
}

void shift(float *a, float *b)
{
    moved_on<<<1, 64>>>(a, b);
    auto pair = std::make_pair(64, moved_on);
    pair.second<<<1, pair.first>>>(a, a + 1);
}
