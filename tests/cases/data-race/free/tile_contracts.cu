// Nobody shows a launch: blocks are as large as the tiles that the code is written for, and rows hold what is written to them.
#define W 256
#define T 16

// expect: conditional
__global__ void two_rows(const float *in, float *out)
{
    __shared__ float rows[2][W];
    rows[0][threadIdx.x] = in[blockIdx.x * W + threadIdx.x]; //~ warning data-race block shared write-write with @second
    rows[1][threadIdx.x] = 1; // @second
    __syncthreads();
    out[blockIdx.x * W + threadIdx.x] = rows[0][W - 1 - threadIdx.x] + rows[1][threadIdx.x]; //~ warning data-race grid global write-write
}

// expect: conditional
__global__ void square(float *a, int pitch)
{
    __shared__ float tile[T][T];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * pitch + x]; // @read //~ warning data-race block shared write-write
    __syncthreads();
    a[y * pitch + x] = tile[threadIdx.y][T - 1 - threadIdx.x]; //~ warning data-race grid global read-write with @read //~ warning data-race block global write-write //~ warning data-race grid global write-write
}

// expect: conditional
__global__ void planes(float *c, int rows, int columns, int pitch, int plane)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        c[blockIdx.z * plane + y * pitch + x] = x + y * 0.5f; //~ warning data-race block global write-write //~ warning data-race grid global write-write
}

// expect: conditional
__global__ void row_of_a_block(float *a, int n)
{
    a[blockIdx.x * n + threadIdx.x] = threadIdx.x; //~ warning data-race grid global write-write
}
