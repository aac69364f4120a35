// kverify-test: host=project
#include <cstdlib>
__global__ void reversed(float *a);
__global__ void overlapping(float *a);
__global__ void unused(float *a);

int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 4096 * sizeof(float));
    reversed<<<4, 256>>>(a);
    overlapping<<<2, 128>>>(a);
    cudaFree(a);
}
