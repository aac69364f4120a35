// A switch whose selector is the block's: all of its threads take one case.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void by_block(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    switch (blockIdx.x % 3) {
    case 0:
        __syncthreads();
        out[blockIdx.x * 64 + t] = s[63 - t];
        break;
    case 1:
        out[blockIdx.x * 64 + t] = s[t];
        break;
    default:
        __syncthreads();
        out[blockIdx.x * 64 + t] = s[(t + 1) % 64];
    }
}
