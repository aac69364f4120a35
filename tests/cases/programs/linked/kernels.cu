// kverify-test: host=project
// Each file is read as it is compiled: macros, guards of headers and overloads of one have no say in another.
#include "options.h"

static int pick(int) { return 64; }

// The caller's block is 128.
// expect: violated
__global__ void guarded_header(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// expect: proved
__global__ void wide(float *a)
{
    a[blockIdx.x * 128 + threadIdx.x] = 1.0f * blockIdx.x;
}

// CUDA's compiler does not see the caller.
// expect: violated
__global__ void other_compiler(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// The caller has a function of the same name that fits better.
// expect: violated
__global__ void overload(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// A variable of the caller's.
// expect: proved
__global__ void of_variable(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

void run_guarded(float *a, int threads) { guarded_header<<<8, threads>>>(a); }
void run_wide(float *a, int threads) { wide<<<8, threads>>>(a); }
void run_other(float *a, int threads) { other_compiler<<<8, threads>>>(a); }
void run_overload(float *a, int threads) { overload<<<8, threads>>>(a); }
void run_variable(float *a) { of_variable<<<8, threads_of_all>>>(a); }
