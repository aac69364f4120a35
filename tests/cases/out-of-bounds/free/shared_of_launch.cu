// Shared memory of dynamic size that a launch gives enough bytes, and a launch that nobody shows.

// expect: proved
__global__ void reversed(float *data)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// expect: proved
__global__ void two_parts(float *data, int n)
{
    extern __shared__ float both[];
    float *sums = both, *counts = both + n;
    if (threadIdx.x < n) {
        sums[threadIdx.x] = data[threadIdx.x];
        counts[threadIdx.x] = 1;
    }
}

// expect: proved
__global__ void unseen(float *data)
{
    extern __shared__ float none[];
    none[threadIdx.x] = data[threadIdx.x];
}

void host(float *data, int n)
{
    reversed<<<1, 256, 256 * sizeof(float)>>>(data);
    two_parts<<<1, 256, 2 * n * sizeof(float)>>>(data, n);
}
