// Members that are exchanged, and given again what the other may hold by then.
#include <cuda_runtime.h>
#include <utility>

// expect: violated
// today: unknown, because which of several values a member holds is not followed
__global__ void reset(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

class Reset {
    float *first, *from, *to;

public:
    Reset(float *a, float *b) : first(a), from(a), to(b) {}
    void step()
    {
        reset<<<1, 64>>>(from, to);
        std::swap(from, to);
    }
    void again() { from = first; }
};

void run_twice(int rounds)
{
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    Reset solver(a, b);
    for (int n = 0; n < rounds; ++n) {
        solver.step();
        solver.again();
    }
}

// expect: violated
// today: unknown, because how far apart parts of a buffer lie is not known
__global__ void parts(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

class Parts {
    float *from, *to;

public:
    Parts(float *a, float *b) : from(a), to(b) {}
    void step()
    {
        parts<<<1, 64>>>(from, to);
        std::swap(from, to);
    }
};

void run_parts(float *a, int rounds)
{
    Parts solver(a, a + 1);
    for (int n = 0; n < rounds; ++n)
        solver.step();
}

// expect: violated
// today: unknown, because which of several values a member holds is not followed
__global__ void of_an_aggregate(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1]; //~ data-race block global read-write
}

struct Aggregate {
    float *from, *to;
    void make()
    {
        cudaMalloc(&from, 1024);
        cudaMalloc(&to, 1024);
    }
    void step()
    {
        of_an_aggregate<<<1, 64>>>(from, to);
        std::swap(from, to);
    }
};

void run_aggregate(float *a, int rounds)
{
    Aggregate solver{a, a};
    if (rounds > 3)
        solver.make();
    for (int n = 0; n < rounds; ++n)
        solver.step();
}

// expect: violated
// today: unknown, because which element is meant is not known, beside a run that shows it
__global__ void by_turns_of_three(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1]; //~ data-race block global read-write
}

void turns(int rounds)
{
    float *both[2];
    cudaMalloc(&both[0], 1024);
    cudaMalloc(&both[1], 1024);
    for (int t = 0; t < rounds; ++t)
        by_turns_of_three<<<1, 64>>>(both[t % 2], both[(t + 1) % 3 % 2]);
}

// expect: violated
// today: unknown, because which element is meant is not known
__global__ void by_products(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

void products(int rounds, int step)
{
    float *both[2];
    cudaMalloc(&both[0], 1024);
    cudaMalloc(&both[1], 1024);
    for (int t = 0; t < rounds; ++t)
        by_products<<<1, 64>>>(both[step * (t % 2)], both[(step * (t + 1)) % 2]);
}
