// kverify-test: block=64 grid=1
// Two warps store 16 x 16 tiles.
#include <mma.h>
using namespace nvcuda;

// expect: violated
__global__ void overlap(float *out) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(out + threadIdx.x / 32 * 128, sum, 16, wmma::mem_row_major); //~ data-race block global write-write
}

// expect: proved
__global__ void apart(float *out, const half *a, const half *b) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(out + threadIdx.x / 32 * 256, sum, 16, wmma::mem_row_major);
}

// Which lane stores which element is not said.
// expect: violated
__global__ void own_line(float *out, const float *bias) {
    __shared__ float tile[2][256];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(tile[warp], sum, 16, wmma::mem_row_major); // @stored
    if (lane < 16)
        for (int i = 0; i < 16; ++i)
            out[warp * 256 + lane * 16 + i] = tile[warp][lane * 16 + i] + bias[i]; //~ data-race warp shared read-write with @stored
}

// expect: proved
__global__ void own_line_after_all(float *out, const float *bias) {
    __shared__ float tile[2][256];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::store_matrix_sync(tile[warp], sum, 16, wmma::mem_row_major);
    __syncwarp();
    if (lane < 16)
        for (int i = 0; i < 16; ++i)
            out[warp * 256 + lane * 16 + i] = tile[warp][lane * 16 + i] + bias[i];
}
