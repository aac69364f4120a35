// A barrier between them.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void borrow(int *a)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 7;
    __syncthreads();
    if (threadIdx.x == 33) {
        int old = s;
        s = 1;
        s = old;
    }
    __syncthreads();
    a[threadIdx.x] = s;
}
