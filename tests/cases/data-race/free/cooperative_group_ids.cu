// The rank in the grid.
// kverify-test: block=8,8 grid=2,2

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// expect: proved
__global__ void k(int *out)
{
    cg::grid_group grid = cg::this_grid();
    out[grid.thread_rank()] = 1;
}
