// LD, value-based: a thread puts back the old value, so that comparing memory shows nothing of what another one wrote.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void borrow(int *a)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 7; // @first
    if (threadIdx.x == 33) {
        int old = s; //~ data-race block shared read-write with @first
        s = 1; //~ data-race block shared write-write with @first
        s = old; //~ data-race block shared write-write with @first
    }
    __syncthreads();
    a[threadIdx.x] = s;
}
