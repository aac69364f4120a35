// A barrier between them.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void total(int *n)
{
    if (threadIdx.x == 0)
        n[0] = 0;
    __syncthreads();
    atomicAdd(n, 100);
}
