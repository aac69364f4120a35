// memcheck, hardware exceptions, invalid address space: atomic operations are for shared and global memory.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void add(int *a)
{
    int mine = a[threadIdx.x];
    atomicAdd(&mine, 1); //~ invalid-argument
    a[threadIdx.x] = mine;
}
