// Case 0 falls through into case 1 and writes two cells, but nobody owns the second one.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    switch (t % 3) {
    case 0:
        s[t] = 10;
        // falls through
    case 1:
        if (t % 3 == 0 && t < 63)
            s[t + 1] = 11;
        break;
    default:
        s[t] = 12;
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
