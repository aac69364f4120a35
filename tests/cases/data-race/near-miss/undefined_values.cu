// kverify-test: block=64 grid=1
// Variables that one way leaves without a value, and that no thread reads there.

// expect: proved
__global__ void where_it_has_one(int *out, const int *in)
{
    int x;
    if (threadIdx.x == 0) x = in[0];
    out[threadIdx.x] = 0;
    if (threadIdx.x == 0) out[64] = x;
}

// expect: proved
__global__ void through_a_flag(int *out, const int *in)
{
    int at;
    bool found = false;
    if (in[threadIdx.x] > 0) {
        at = threadIdx.x;
        found = true;
    }
    if (found) out[at] = 1;
}

// expect: proved
__global__ void broadcast(int *out, const int *in)
{
    __shared__ int all;
    int x;
    if (threadIdx.x == 0) {
        x = in[0];
        all = x;
    }
    __syncthreads();
    out[threadIdx.x] = all;
}
