// é
#include "kernels.cu"

int main()
{
    float *a = nullptr, *b = nullptr;
    cudaMalloc(&a, 4096 * 4);
    cudaMalloc(&b, 4096 * 4);
    dim3 block(16, 16), grid(4, 4);
    of_whole_tiles<<<grid, block>>>(a, b, 64);
    of_wide_blocks<<<4, 32>>>(a, 64);
}
