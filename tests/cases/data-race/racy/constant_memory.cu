// Constant memory that a kernel writes is memory like other memory.
// kverify-test: block=64 grid=1
__constant__ int table[64];

// expect: violated
__global__ void directly(int *a)
{
    table[0] = threadIdx.x; //~ data-race block global write-write
    a[threadIdx.x] = 1;
}

// expect: violated
__global__ void through_a_pointer(int *a)
{
    int *p = const_cast<int *>(table);
    p[threadIdx.x] = threadIdx.x; //~ data-race block global read-write with @read
    a[threadIdx.x] = table[63 - threadIdx.x]; // @read
}
