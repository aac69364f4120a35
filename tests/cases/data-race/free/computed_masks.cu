// Warp barriers for the lanes of a mask that is computed from the thread's place.
// kverify-test: block=48 grid=2

// The lanes that are there: the second warp has half of them only.
// expect: proved
__global__ void those_that_are_there(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x, first = t & ~31, many = first == 0 ? 32 : 16;
    unsigned mask = first == 0 ? 0xffffffffu : 0xffffu;
    s[t] = t;
    __syncwarp(mask);
    out[blockIdx.x * 48 + t] = s[first + (t - first + 1) % many];
}

// Lanes of even, and lanes of odd numbers.
// expect: proved
__global__ void every_other(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(0x55555555u << (t & 1));
    out[blockIdx.x * 48 + t] = s[t ^ 2];
}

// Parts of different lengths.
// expect: proved
__global__ void head_and_tail(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x, lane = t % 32;
    s[t] = t;
    __syncwarp(lane < 4 ? 0xfu : 0xfffffff0u);
    if (lane < 4) out[blockIdx.x * 48 + t] = s[t ^ 3];
}
