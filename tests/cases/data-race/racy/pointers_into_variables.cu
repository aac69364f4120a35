// The host hands over pointers into variables of the device that the kernel names as well.
#include <cuda_runtime.h>

__device__ float table[4096];
__device__ float sums[1024];
__managed__ float shared_by_all[1024];

// expect: violated
// today: unknown, because where in a variable a pointer leads is not followed
__global__ void shift(float *a)
{
    a[threadIdx.x] = table[threadIdx.x] + 1;
}

// expect: violated
// today: unknown, because where in a variable a pointer leads is not followed
__global__ void through_void(const float *in)
{
    sums[threadIdx.x] = in[threadIdx.x + 1];
}

// expect: violated
// today: unknown, because where in a variable a pointer leads is not followed
__global__ void managed(const float *in)
{
    shared_by_all[threadIdx.x] = in[threadIdx.x + 1];
}

struct View {
    float *start;
    View(float *at) : start(at) {}
};
__managed__ float viewed[1024];

// expect: violated
// today: unknown, because where in a variable a pointer leads is not followed
__global__ void in_a_member(const float *in)
{
    viewed[threadIdx.x] = in[threadIdx.x + 1];
}

int main()
{
    float *at;
    void *anything;
    cudaGetSymbolAddress((void **)&at, table);
    cudaGetSymbolAddress(&anything, sums);
    shift<<<1, 64>>>(at + 1);
    through_void<<<1, 64>>>((const float *)anything);
    managed<<<1, 64>>>(shared_by_all);
    View view(viewed);
    in_a_member<<<1, 64>>>(view.start);
}
