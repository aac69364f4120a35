// One lane decides.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void all_of_them(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x >= 4 && threadIdx.x < 12) {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp(0x00000ff0);
        out[threadIdx.x] = s[15 - threadIdx.x];
    }
}

// Lane 12 is not waited for.
// expect: violated
__global__ void one_too_many(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x >= 4 && threadIdx.x <= 12)
        s[threadIdx.x] = threadIdx.x; // @put
    if (threadIdx.x >= 4 && threadIdx.x < 12) {
        __syncwarp(0x00000ff0);
        out[threadIdx.x] = s[threadIdx.x + 1]; //~ data-race warp shared read-write with @put
    }
}

// Lanes that leave have stored, but nothing that others touch past the barrier.
// expect: proved
__global__ void left_with_its_own(int *out)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    s[t] = t;
    if (t >= 16)
        return;
    __syncwarp();
    out[t] = s[15 - t];
}

// One lane more that leaves, and it has stored what is read.
// expect: violated
__global__ void left_with_a_shared_place(int *out)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    s[t] = t; // @gone
    if (t >= 15)
        return;
    __syncwarp();
    out[t] = s[15 - t]; //~ data-race warp shared read-write with @gone
}
