// A switch whose selector is the same for all threads: barriers in its cases are for all.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void each_case_has_a_barrier(int *out, int mode)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    switch (mode) {
    case 1:
        s[t] += 1;
    case 0:
        __syncthreads();
        break;
    default:
        s[t] = 5;
        __syncthreads();
    }
    out[t] = s[63 - t];
}
