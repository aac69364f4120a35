// Numbers are drawn in the order in which blocks start.
// kverify-test: block=64

__device__ int done[1024], next;

// expect: proved
__global__ void chain(int *out)
{
    if (threadIdx.x == 0) {
        int mine = atomicAdd(&next, 1);
        if (mine > 0)
            while (atomicAdd(&done[mine - 1], 0) == 0) { }
        out[mine] = blockIdx.x;
        __threadfence();
        atomicExch(&done[mine], 1);
    }
}
