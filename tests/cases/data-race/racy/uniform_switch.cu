// A switch whose selector is the same for all threads.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void one_case_lacks_the_barrier(int *out, int mode)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    switch (mode) {
    case 0:
    case 3:
        __syncthreads();
        break;
    case 1:
        s[t] += 1; // @more
    default:
        out[0] = mode; //~ warning data-race block global write-write
    }
    out[t + 1] = s[63 - t]; //~ data-race block shared read-write with @put
    //~ data-race block shared read-write with @more
}
