// A barrier does not wait for a thread that has left, and orders nothing that it did on its way out: the CUDA C++ Programming
// Guide promises that the accesses of the threads it waited for are visible.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void writes_and_leaves(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    if (t >= 60)
        return;
    __syncthreads(); //~ warning barrier-divergence with exit
    out[t] = s[63 - t]; //~ data-race block shared read-write behind with @put
}

// expect: violated
__global__ void reads_and_leaves(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 32) {
        out[t] = s[t - 32]; // @get
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    s[t] = 2 * t; //~ data-race block shared read-write behind with @get
    out[t] = s[t];
}

// Two barriers further on it is no more ordered.
// expect: violated
__global__ void much_later(int *out, int *flag)
{
    int t = threadIdx.x;
    if (t == 63) {
        *flag = 1; // @set
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    out[t] = t;
    __syncthreads();
    if (t == 0)
        out[63] = *flag; //~ data-race block global read-write behind with @set
}

// In a later round of the loop.
// expect: violated
__global__ void in_a_loop(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        s[t] = i; //~ data-race block shared read-write behind with @neighbour
        __syncthreads(); // @all
        out[i * 64 + t] = s[63 - t]; // @neighbour
        if (in[t] == i)
            return;
        __syncthreads(); //~ warning barrier-divergence with exit
    }
}
