// A race that a barrier would rule out if all threads came to it is found in the same run as the divergence.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void passed_by(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    if (t < 32) {
        __syncthreads(); // @half
        out[t] = s[t + 32]; //~ data-race block shared read-write behind with @put
    }
    __syncthreads(); //~ barrier-divergence with @half
    out[t + 64] = s[t];
}

// Each half has a barrier of its own.
// expect: violated
__global__ void elsewhere(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @own
    if (t < 32)
        __syncthreads(); // @low
    else
        __syncthreads(); //~ barrier-divergence with @low
    out[t] = s[63 - t]; //~ data-race block shared read-write behind with @own
}

// Only one way out of two leads to the divergence; the race is on the other side of the next barrier.
// expect: violated
__global__ void further_on(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t]; // @first
    if (in[t] > 0)
        __syncthreads(); // @some
    int x = s[t];
    __syncthreads(); //~ barrier-divergence with @some
    out[t] = x + s[63 - t]; //~ data-race block shared read-write behind with @first
}
