// A case of its own for every fourth thread.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    switch (threadIdx.x % 4) {
    case 0:
        __syncthreads(); // @zero
        break;
    default:
        break;
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @zero
}
