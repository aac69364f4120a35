// kverify-test: host=project
// What a block has to be, only the caller in another file says.

// Right for blocks of 256.
// expect: proved
__global__ void reversed(float *a)
{
    __shared__ float tile[256];
    tile[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}

// The caller has blocks of 128.
// expect: violated
__global__ void overlapping(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ data-race grid global write-write
}

// Nobody launches it: who will keeps to its tile.
// expect: conditional
__global__ void unused(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ warning data-race grid global write-write
}
