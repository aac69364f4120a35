// Callers pass 64; without a barrier a step of the tree reads what the step before writes.
// kverify-test: block=64 grid=2 assume="n == 64"

// expect: violated
__global__ void tree(int *sum, int n)
{
    __shared__ int a[128];
    int t = threadIdx.x;
    a[2 * t] = t;
    a[2 * t + 1] = t;
    int offset = 1;
    __syncthreads();
    for (int d = n; d > 0; d >>= 1) {
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            a[right] += a[left]; //~ data-race block shared read-write x2
            //~ data-race block shared write-write
        }
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        sum[blockIdx.x] = a[127];
}
