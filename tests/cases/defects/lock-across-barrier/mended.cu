// One thread takes it for all.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void add(int *lock, int *a)
{
    if (threadIdx.x == 0)
        while (atomicCAS(lock, 0, 1) != 0) { }
    __syncthreads();
    a[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}
