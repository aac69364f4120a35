// Heat conduction in a plate (HC): explicit steps in global memory, and several steps on a tile in shared memory.

#define TILE 16
#define STRIP 256

// expect: proved
__global__ void start(float *t, int width, int height, float inside, float border)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        t[y * width + x] = edge ? border : inside;
    }
}

// One step from one plate to another.
// expect: proved
__global__ void step(const float *old, float *next, int width, int height, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    int i = y * width + x;
    next[i] = old[i] + c * (old[i - 1] + old[i + 1] + old[i - width] + old[i + width] - 4.0f * old[i]);
}

// One step through a tile with a halo.
// expect: proved
// kverify: block=16,16
__global__ void step_tiled(const float *old, float *next, int width, int height, float c)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    bool inside = x < width - 1 && y < height - 1;

    if (inside) {
        tile[ty][tx] = old[y * width + x];
        if (tx == 1)
            tile[ty][0] = old[y * width + x - 1];
        if (tx == TILE || x == width - 2)
            tile[ty][tx + 1] = old[y * width + x + 1];
        if (ty == 1)
            tile[0][tx] = old[(y - 1) * width + x];
        if (ty == TILE || y == height - 2)
            tile[ty + 1][tx] = old[(y + 1) * width + x];
    }
    __syncthreads();
    if (inside)
        next[y * width + x] = tile[ty][tx] + c * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx]
                                                 + tile[ty + 1][tx] - 4.0f * tile[ty][tx]);
}

// Many steps on a rod that fits into one block: read, wait, write, wait.
// expect: proved
// kverify: block=256
__global__ void rod(float *t, int steps, float c)
{
    __shared__ float cell[STRIP + 2];
    int i = threadIdx.x + 1;
    float *mine = t + blockIdx.x * STRIP;

    cell[i] = mine[threadIdx.x];
    if (threadIdx.x == 0) {
        cell[0] = 0.0f;
        cell[STRIP + 1] = 0.0f;
    }
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        float next = cell[i] + c * (cell[i - 1] - 2.0f * cell[i] + cell[i + 1]);
        __syncthreads();
        cell[i] = next;
        __syncthreads();
    }
    mine[threadIdx.x] = cell[i];
}

// The largest change, one number a block.
// expect: proved
// kverify: block=256
__global__ void largest_change(const float *old, const float *next, float *partial, int cells)
{
    __shared__ float most[STRIP];
    int t = threadIdx.x;
    float mine = 0.0f;
    for (int i = blockIdx.x * STRIP + t; i < cells; i += STRIP * gridDim.x)
        mine = fmaxf(mine, fabsf(next[i] - old[i]));
    most[t] = mine;
    __syncthreads();
    for (int half = STRIP / 2; half > 0; half >>= 1) {
        if (t < half)
            most[t] = fmaxf(most[t], most[t + half]);
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = most[0];
}
