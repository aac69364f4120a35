// What races between warps do to memory.
// kverify-test: block=64 grid=1

// An update is lost: whoever writes last, writes only its own count.
// expect: violated
__global__ void lost_update(int *total)
{
    int seen = total[0]; // @seen
    total[0] = seen + threadIdx.x + 1; //~ data-race block global write-write harm=total //~ data-race block global read-write with @seen harm=total
}

// Sums of floats depend on who adds first; here the second warp's part is lost or not.
// expect: violated
__global__ void float_sum(float *sum, const float *in)
{
    __shared__ float part[64];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        float mine = 0.0f;
        for (int i = 0; i < 32; i++)
            mine += part[threadIdx.x + i];
        float old = *sum; // @old
        *sum = old + mine + 1.0f; //~ data-race block global write-write harm=sum //~ data-race block global read-write with @old harm=sum
    }
}

// The first pass alone sees nothing: no cell has two writers. What is read decides.
// expect: violated
__global__ void read_before_or_after(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = 3 * threadIdx.x + 1; // @put
    out[threadIdx.x] = tile[threadIdx.x ^ 32]; //~ data-race block shared read-write with @put harm=out
}

// The value that is read early only decides which way a thread takes.
// expect: violated
__global__ void only_ways(int *go, int *same)
{
    if (threadIdx.x == 32)
        go[0] = 41; // @go
    if (threadIdx.x == 0) {
        if (go[0] == 41) //~ data-race block global read-write with @go harm=ways
            return;
    }
}

// All write what they read: lost or not, it is the same.
// expect: violated
__global__ void idempotent(int *a)
{
    if (threadIdx.x % 32 == 0) {
        int old = a[0]; // @old2
        a[0] = old | 1; //~ warning data-race block global write-write harm=benign //~ data-race block global read-write with @old2 harm=benign
    }
}
