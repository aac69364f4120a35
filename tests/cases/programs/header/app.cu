// kverify-test: host=project
#include "kernels.cuh"
int main()
{
    int *a = nullptr;
    cudaMalloc(&a, 4 * TILE * sizeof(int));
    tiles<<<4, TILE>>>(a);
    launch<int, 64>(a);
}
