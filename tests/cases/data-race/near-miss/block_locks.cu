// As in racy/block_locks.cu, but right: a ticket lock for each cell.
// kverify-test: block=64 grid=3

// expect: proved
__global__ void a_lock_for_each(int *next, int *serving, int *data, const int *cell)
{
    if (threadIdx.x == 0) {
        int c = cell[blockIdx.x];
        int ticket = atomicAdd(&next[c], 1);
        while (atomicAdd(&serving[c], 0) != ticket) {
        }
        __threadfence();
        data[c] += blockIdx.x;
        __threadfence();
        atomicAdd(&serving[c], 1);
    }
}
