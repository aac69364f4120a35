// Error type 1 injected into dct.cu: barriers removed where a read follows writes of other threads.

#define N 8

__constant__ float basis[N][N];

// Neither pass waits for its input.
// expect: violated
// kverify: block=8,8
__global__ void forward(const float *image, float *coefficients, int pitch)
{
    __shared__ float pixel[N][N];
    __shared__ float half[N][N];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int column = blockIdx.x * N + x;
    int at = (blockIdx.y * N + y) * pitch + column;

    pixel[y][x] = image[at]; // @pixel
    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += pixel[y][k] * basis[x][k]; //~ data-race block shared read-write with @pixel
    half[y][x] = sum; // @half

    sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += basis[y][k] * half[k][x]; //~ data-race block shared read-write with @half
    if (column < pitch)
        coefficients[at] = sum;
}

// A barrier is left, but only for the blocks' upper rows.
// expect: violated
// kverify: block=8,8
__global__ void inverse(const float *coefficients, float *image, int pitch)
{
    __shared__ float cell[N][N];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int column = blockIdx.x * N + x;
    int at = (blockIdx.y * N + y) * pitch + column;

    cell[y][x] = coefficients[at]; // @cell
    if (y < N / 2)
        __syncthreads(); // @upper

    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += cell[y][k] * basis[k][x]; // @row //~ data-race block shared read-write with @cell
    __syncthreads(); //~ barrier-divergence with @upper
    cell[y][x] = sum; //~ data-race block shared read-write behind with @row
    __syncthreads();

    sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += basis[k][y] * cell[k][x];
    if (column < pitch)
        image[at] = sum;
}
