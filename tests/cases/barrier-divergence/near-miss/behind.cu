// A divergence hides nothing where threads keep to places of their own, whichever barriers let go.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void own_places(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 32)
        __syncthreads(); // @half
    out[t] = s[t];
    __syncthreads(); //~ barrier-divergence with @half
    out[t + 64] = s[t];
}

// A barrier that all come to keeps what is before it apart from what is after it, beside one that some pass by.
// expect: violated
__global__ void still_ordered(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int x = s[63 - t];
    if (t < 32)
        __syncthreads(); // @again
    out[t] = x;
    __syncthreads(); //~ barrier-divergence with @again
}
