// kverify-test: host=project
// Each caller is a launch of its own.

// One of them has blocks that are too large.
// expect: violated
__global__ void rows(float *a)
{
    a[blockIdx.x * 256 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// Both have 256 and 512 threads where 512 fit.
// expect: proved
__global__ void wide(float *a)
{
    a[blockIdx.x * 512 + threadIdx.x] = 1.0f * blockIdx.x;
}
