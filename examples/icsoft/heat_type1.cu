// Error type 1 injected into heat.cu: barriers removed where a read follows writes of other threads.

#define TILE 16
#define STRIP 256

// The tile is used before its cells and its halo are there.
// expect: violated
// kverify: block=16,16
__global__ void step_tiled(const float *old, float *next, int width, int height, float c)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;

    tile[ty][tx] = old[y * width + x]; // @middle
    if (tx == 1)
        tile[ty][0] = old[y * width + x - 1];
    if (tx == TILE)
        tile[ty][TILE + 1] = old[y * width + x + 1];
    if (ty == 1)
        tile[0][tx] = old[(y - 1) * width + x];
    if (ty == TILE)
        tile[TILE + 1][tx] = old[(y + 1) * width + x];

    // A barrier belongs here.
    float sum = tile[ty][tx - 1] //~ data-race block shared read-write with @middle
              + tile[ty][tx + 1] //~ data-race block shared read-write with @middle
              + tile[ty - 1][tx] //~ data-race block shared read-write with @middle
              + tile[ty + 1][tx]; //~ data-race block shared read-write with @middle
    if (x < width - 1 && y < height - 1)
        next[y * width + x] = tile[ty][tx] + c * (sum - 4.0f * tile[ty][tx]);
}

// The rod's first and last rounds: nobody waits for the start values, nor for the neighbours' new ones; and the round's
// barrier is only for cells that change, so that some wait and some do not.
// expect: violated
// kverify: block=256
__global__ void rod(float *t, int steps, float c)
{
    __shared__ float cell[STRIP + 2];
    int i = threadIdx.x + 1;
    float *mine = t + blockIdx.x * STRIP;

    cell[i] = mine[threadIdx.x]; // @load
    if (threadIdx.x == 0)
        cell[0] = 0.0f; // @left
    if (threadIdx.x == 1)
        cell[STRIP + 1] = 0.0f; // @right

    for (int s = 0; s < steps; ++s) {
        float here = cell[i];
        float left = cell[i - 1]; // @read_left
        //~ data-race block shared read-write with @load
        float right = cell[i + 1]; // @read_right
        //~ data-race block shared read-write with @load
        //~ data-race block shared read-write with @right
        float next = here + c * (left - 2.0f * here + right);
        __syncthreads(); // @all
        cell[i] = next; // @write
        //~ data-race block shared read-write with @read_left
        //~ data-race block shared read-write with @read_right
        if (next != here)
            __syncthreads(); //~ barrier-divergence with @all //~ barrier-divergence with exit
    }
    mine[threadIdx.x] = cell[i];
}
