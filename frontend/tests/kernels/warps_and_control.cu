#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__constant__ float coef[16];
__device__ int counter = 0;
__device__ const int tab[4] = {1, 2, 3, 4};
enum Mode { FAST = 3, SLOW };
constexpr int TILE = 16;
__global__ void __launch_bounds__(256, 2) k(float **rows, int n, const float *__restrict__ in, volatile int *flag) {
  cg::thread_block b = cg::this_thread_block();
  __shared__ float tile[TILE][TILE + 1];
  tile[threadIdx.y][threadIdx.x] = rows[threadIdx.y][threadIdx.x] * coef[tab[n & 3]];
  b.sync();
  cg::grid_group g = cg::this_grid(); g.sync();
  auto t32 = cg::tiled_partition<32>(b);
  float v = in[b.thread_rank()];
  for (int o = 16; o > 0; o /= 2) v += t32.shfl_down(v, o);
  v += __shfl_xor_sync(0xffffffff, v, FAST);
  if (__syncthreads_or(n > 3)) atomicCAS(&counter, 0, 1);
  while (*flag == 0) { __threadfence(); }
  int cnt = __syncthreads_count(v > 0), lane = threadIdx.x % warpSize;
  if (__any_sync(~0u, v > 2) && lane == 0) atomicMax(&counter, cnt);
  do { n--; if (n == 7) continue; if (n == 5) break; tile[n][0] = 1; } while (n > 0 && tile[n][1] > 0);
  assert(n > 0);
  if (n > 100) return;
  switch (n) { case 0: { tile[0][0] = 1; } case FAST: tile[1][1] = 2; break; case 5 ... 7: return; default: goto out; }
  __syncwarp();
out:
  memcpy(&tile[0][0], in, 64);
  asm volatile("bar.sync 0;" ::: "memory");
}
