// kverify-test: host=project
// Methods launch the kernels; their objects are made in another file.
#include "matrix.h"

// The caller adds a matrix to itself.
// expect: violated
__global__ void added(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

// Two matrices.
// expect: proved
__global__ void copied(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: proved
__global__ void filled(float *to)
{
    to[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

void Matrix::add(const Matrix &other) { added<<<4, 64>>>(data, other.data, 200); }
void Matrix::copy(const Matrix &other) { copied<<<4, 64>>>(data, other.data, 200); }
void Matrix::fill(int threads) { filled<<<4, threads>>>(data); }
