// What one kernel does wrong is no fault of the other.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void wrong(int *out)
{
    out[threadIdx.x / 2] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: proved
__global__ void right(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}
