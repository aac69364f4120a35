// Error type 4 injected into min_max.cu: false locality. In a branch, a shared cell is used as if it were the thread's own.

#include <limits.h>

#define BLOCK 256

// `best` is one cell for the block, but each thread that finds something smaller treats it as its own. Those threads also
// wait for one another, and the rest of the block does not.
// expect: violated
// kverify: block=256
__global__ void minimum(const int *in, int *partial, int n)
{
    __shared__ int best;
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    if (t == 0)
        best = INT_MAX;
    __syncthreads();
    if (i < n) {
        if (in[i] < best) { // @look
            best = in[i]; // @take
            //~ data-race block shared write-write
            //~ data-race block shared read-write with @look
            __syncthreads(); // @inside
        }
    }
    __syncthreads(); //~ barrier-divergence with @inside
    if (t == 0)
        partial[blockIdx.x] = best; //~ data-race block shared read-write behind with @take
}

// The neighbour's cell is borrowed as scratch space.
// expect: violated
// kverify: block=256
__global__ void maximum(const int *in, int *partial, int n)
{
    __shared__ int best[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    best[t] = i < n ? in[i] : INT_MIN;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half) {
            best[half] = best[t + half]; // @borrow
            //~ data-race block shared write-write
            //~ data-race block shared read-write with @borrow
            if (best[half] > best[t]) //~ data-race block shared read-write with @borrow
                best[t] = best[half]; //~ data-race block shared read-write with @borrow
        }
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = best[0];
}
