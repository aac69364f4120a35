// The discrete cosine transform of 8 x 8 blocks of an image, forward and back: rows first, then columns.

#define N 8

__constant__ float basis[N][N];

// expect: proved
// kverify: block=8,8
__global__ void forward(const float *image, float *coefficients, int pitch)
{
    __shared__ float pixel[N][N];
    __shared__ float half[N][N];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int column = blockIdx.x * N + x;
    int at = (blockIdx.y * N + y) * pitch + column;

    pixel[y][x] = image[at];
    __syncthreads();

    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += pixel[y][k] * basis[x][k];
    half[y][x] = sum;
    __syncthreads();

    sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += basis[y][k] * half[k][x];
    if (column < pitch)
        coefficients[at] = sum;
}

// expect: proved
// kverify: block=8,8
__global__ void inverse(const float *coefficients, float *image, int pitch)
{
    __shared__ float cell[N][N];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int column = blockIdx.x * N + x;
    int at = (blockIdx.y * N + y) * pitch + column;

    cell[y][x] = coefficients[at];
    __syncthreads();

    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += cell[y][k] * basis[k][x];
    __syncthreads();
    cell[y][x] = sum;
    __syncthreads();

    sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += basis[k][y] * cell[k][x];
    if (column < pitch)
        image[at] = sum;
}
