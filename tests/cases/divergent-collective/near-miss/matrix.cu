// As in racy/matrix.cu, but whole warps come, with the same place and stride.
// kverify-test: block=64 grid=2
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// expect: proved
__global__ void product(const half *a, const half *b, float *c, int k)
{
    int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
    wmma::fill_fragment(z, 0.0f);
    for (int step = 0; step < k; step += 16) {
        wmma::load_matrix_sync(x, a + warp * 256, 16);
        wmma::load_matrix_sync(y, b + warp * 256, 16);
        wmma::mma_sync(z, x, y, z);
    }
    wmma::store_matrix_sync(c + (blockIdx.x * 2 + warp) * 256, z, 16, wmma::mem_row_major);
}

// One warp of two.
// expect: proved
__global__ void one_warp(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    if (threadIdx.x >= 32)
        wmma::load_matrix_sync(tile, a, 16);
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Whole warps have left.
// expect: proved
__global__ void left(const half *a, float *out, int n)
{
    if (threadIdx.x / 32 >= n)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    wmma::load_matrix_sync(tile, a, 16);
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Each lane brings the place of its own row.
// expect: proved
__global__ void rows(float *out)
{
    __shared__ __align__(16) unsigned tile[256];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned r = 0, place = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x % 8 * 4]);
    if (threadIdx.x < 32)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(place));
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
