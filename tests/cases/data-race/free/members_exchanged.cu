// Buffers that are exchanged between steps, and stay two.
#include <cuda_runtime.h>
#include <utility>

// expect: proved
__global__ void swapped(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

class Solver {
    float *from = nullptr, *to = nullptr;

public:
    Solver()
    {
        cudaMalloc(&from, 1024);
        cudaMalloc(&to, 1024);
    }
    void step()
    {
        swapped<<<1, 64>>>(from, to);
        std::swap(from, to);
    }
};

void solve()
{
    Solver solver;
    for (int n = 0; n < 10; ++n)
        solver.step();
}

// expect: proved
__global__ void given(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

class Given {
    float *from, *to;

public:
    Given(float *a, float *b) : from(a), to(b) {}
    void step()
    {
        given<<<1, 64>>>(from, to);
        std::swap(to, from);
    }
};

void solve_given()
{
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    Given solver(a, b);
    solver.step();
    solver.step();
}

// expect: proved
__global__ void by_turns(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

void turns(int rounds)
{
    float *both[2];
    cudaMalloc(&both[0], 1024);
    cudaMalloc(&both[1], 1024);
    for (int t = 0; t < rounds; ++t)
        by_turns<<<1, 64>>>(both[t % 2], both[(t + 1) % 2]);
    for (int t = 0; t < rounds; ++t)
        by_turns<<<1, 64>>>(both[t & 1], both[(t + 1) & 1]);
}
