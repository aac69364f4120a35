// A whole program fills what its kernels read. That other contents would race says little; that nearly all would does.
#include <cuda_runtime.h>
#include <vector>

// What loops of the host put into arrays is not followed.
// expect: suspect
__global__ void scatter(const int *place, float *out)
{
    out[place[blockIdx.x * blockDim.x + threadIdx.x]] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

__constant__ int pitch;

// What is copied to constants is not followed.
// expect: suspect
__global__ void rows(float *out)
{
    out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x; //~ data-race grid global write-write
}

// expect: violated
__global__ void count(const unsigned char *value, int *counts)
{
    counts[value[blockIdx.x * blockDim.x + threadIdx.x]]++; //~ data-race block global write-write //~ data-race block global read-write //~ data-race grid global write-write //~ data-race grid global read-write
}

int main()
{
    std::vector<int> places(1024);
    for (int i = 0; i < 1024; ++i)
        places[i] = 1023 - i;
    int *place, *counts, width = 256;
    float *out;
    unsigned char *values;
    cudaMalloc(&place, 4096);
    cudaMalloc(&out, 4096);
    cudaMalloc(&counts, 1024);
    cudaMalloc(&values, 1024);
    cudaMemcpy(place, places.data(), 4096, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(pitch, &width, sizeof width);
    scatter<<<4, 256>>>(place, out);
    rows<<<4, 256>>>(out);
    count<<<4, 256>>>(values, counts);
}
