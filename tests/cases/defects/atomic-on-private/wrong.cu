// memcheck, hardware exceptions, invalid address space: atomic operations are for shared and global memory.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because atomic operations on memory of one thread are taken for plain ones
__global__ void add(int *a)
{
    int mine = a[threadIdx.x];
    atomicAdd(&mine, 1);
    a[threadIdx.x] = mine;
}
