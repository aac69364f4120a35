// It never is.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void spread(int *out)
{
    atomicAdd(&out[1024 / (threadIdx.x + 1) % 64], 1);
}
