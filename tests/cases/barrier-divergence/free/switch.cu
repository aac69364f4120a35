// The case is the block's.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    switch (blockIdx.x) {
    case 0:
        __syncthreads();
        break;
    default:
        __syncthreads();
        break;
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
