// Operations on tiles of a warp: all lanes have to come, with the same place and stride.
// kverify-test: block=64 grid=2
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// expect: violated
__global__ void load(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    if (threadIdx.x % 32 != 5)
        wmma::load_matrix_sync(tile, a, 16); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void multiply(float *out, int n)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(a, __float2half(1.0f));
    wmma::fill_fragment(b, __float2half(1.0f));
    wmma::fill_fragment(c, 0.0f);
    if (threadIdx.x < n)
        wmma::mma_sync(c, a, b, c); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Who has left is missed.
// expect: violated
__global__ void left(const half *a, float *out, int n)
{
    if (threadIdx.x >= n)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    wmma::load_matrix_sync(tile, a, 16); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Each lane its own place.
// expect: violated
__global__ void places(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    wmma::load_matrix_sync(tile, a + threadIdx.x, 16); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void strides(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile;
    wmma::load_matrix_sync(tile, a, threadIdx.x % 2 ? 16 : 32); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void instruction(float *out)
{
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    unsigned a0 = 1, a1 = 1, b0 = 1;
    if (threadIdx.x & 1)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" //~ divergent-collective
                     : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                     : "r"(a0), "r"(a1), "r"(b0));
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void rows(float *out)
{
    __shared__ __align__(16) unsigned tile[256];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned r = 0, place = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x % 8 * 4]);
    if (threadIdx.x < 40)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(place)); //~ divergent-collective
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
