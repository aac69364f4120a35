// Shared memory of dynamic size that a launch gives too few bytes.

// expect: violated
__global__ void reversed(float *data)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = data[threadIdx.x]; //~ out-of-bounds
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x]; //~ out-of-bounds
}

// It was forgotten.
// expect: violated
__global__ void forgotten(float *data)
{
    extern __shared__ float other[];
    other[threadIdx.x] = data[threadIdx.x]; //~ out-of-bounds
    __syncthreads();
    data[threadIdx.x] = other[threadIdx.x ^ 1]; //~ out-of-bounds
}

void host(float *data)
{
    reversed<<<1, 256, 256>>>(data);
    forgotten<<<1, 256>>>(data);
}
