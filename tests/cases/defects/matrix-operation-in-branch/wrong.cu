// synccheck, divergent threads in warp: a tile is stored by all lanes together, and some do not come.
// kverify-test: block=32 grid=1
#include <mma.h>
using namespace nvcuda;

// expect: violated
__global__ void zero(float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
    wmma::fill_fragment(tile, 0.0f);
    if (threadIdx.x < 20)
        wmma::store_matrix_sync(out, tile, 16, wmma::mem_row_major); //~ divergent-collective
}
