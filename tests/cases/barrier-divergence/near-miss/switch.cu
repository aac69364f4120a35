// All cases fall through to one barrier.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int x = 0;
    switch (threadIdx.x % 4) {
    case 0:
        x += 1;
        // falls through
    case 1:
        x += 2;
        // falls through
    default:
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = x;
}
