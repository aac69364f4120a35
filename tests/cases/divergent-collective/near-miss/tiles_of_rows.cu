// Each row of the block is a warp, as any launch has it that computes on tiles so.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// expect: proved
__global__ void row_by_row(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    if (threadIdx.y % 2)
        wmma::load_matrix_sync(tile, a + threadIdx.y * 256, 16);
    if (threadIdx.x == 0 && threadIdx.y == 0)
        out[blockIdx.x] = 1;
}
