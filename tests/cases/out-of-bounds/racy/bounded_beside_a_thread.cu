// kverify-test: block=64 grid=1
// expect: violated

// What is read is bounded, and so is the thread's number: their sum is not bounded by the array.
__global__ void masked_beside_its_thread(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[t + (in[t] & 1)]; //~ out-of-bounds
}
