// BCM of table 1, of which the paper gives the letters and the size (3 kernels): a product of a matrix with a vector in which
// blocks take columns in turn (block-cyclic), as we read them.

#define BLOCK 128

// One partial product for each row and block.
// expect: proved
// kverify: block=128
__global__ void columns(const float *matrix, const float *vector, float *partial, int rows, int columns)
{
    __shared__ float piece[BLOCK];
    const int t = threadIdx.x;
    float sum = 0;

    for (int first = blockIdx.x * BLOCK; first < columns; first += gridDim.x * BLOCK) {
        piece[t] = first + t < columns ? vector[first + t] : 0;
        __syncthreads();
        if (t < rows)
            for (int k = 0; k < BLOCK; k++)
                if (first + k < columns)
                    sum += matrix[t * columns + first + k] * piece[k];
        __syncthreads();
    }
    if (t < rows)
        partial[blockIdx.x * BLOCK + t] = sum;
}

// The blocks' parts of each row together.
// expect: proved
// kverify: block=128
__global__ void together(const float *partial, float *result, int rows, int parts)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int part = 0; part < parts; part++)
        sum += partial[part * BLOCK + row];
    result[row] = sum;
}

// The largest element of each block's part of the result.
// expect: proved
// kverify: block=128
__global__ void largest(const float *result, float *most, int rows)
{
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const int row = blockIdx.x * BLOCK + t;

    best[t] = row < rows ? result[row] : 0;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half && best[t] < best[t + half])
            best[t] = best[t + half];
    }
    if (t == 0)
        most[blockIdx.x] = best[0];
}
