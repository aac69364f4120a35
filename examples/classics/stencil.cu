// Stencils: every cell from its neighbours, through a tile with a halo.

#define RADIUS 3
#define TILE 16

// A row of any length, blocks of any size that covers the halo.
// expect: proved
__global__ void stencil_1d(const float *in, float *out, int n)
{
    extern __shared__ float tile[];
    __builtin_assume(blockDim.x >= RADIUS);
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int l = threadIdx.x + RADIUS;
    tile[l] = g < n ? in[g] : 0.0f;
    if (threadIdx.x < RADIUS) {
        tile[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0.0f;
        tile[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int d = -RADIUS; d <= RADIUS; ++d)
        sum += tile[l + d];
    if (g < n)
        out[g] = sum;
}

// Five points in the plane; the threads at the rim load the halo.
// expect: proved
// kverify: block=16,16
__global__ void stencil_2d(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    bool inside = x < width && y < height;
    tile[j][i] = inside ? in[y * width + x] : 0.0f;
    if (threadIdx.x == 0)
        tile[j][0] = inside && x > 0 ? in[y * width + x - 1] : 0.0f;
    if (threadIdx.x == TILE - 1)
        tile[j][TILE + 1] = inside && x + 1 < width ? in[y * width + x + 1] : 0.0f;
    if (threadIdx.y == 0)
        tile[0][i] = inside && y > 0 ? in[(y - 1) * width + x] : 0.0f;
    if (threadIdx.y == TILE - 1)
        tile[TILE + 1][i] = inside && y + 1 < height ? in[(y + 1) * width + x] : 0.0f;
    __syncthreads();
    if (inside)
        out[y * width + x] = 0.2f * (tile[j][i] + tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i]);
}

// The plane in shared memory slides along z; what is above and below waits in registers.
// expect: proved
// kverify: block=16,16
__global__ void stencil_3d(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float plane[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    bool inside = x < nx && y < ny;
    float below = 0.0f;
    float here = inside ? in[y * nx + x] : 0.0f;
    for (int z = 0; z < nz; ++z) {
        float above = inside && z + 1 < nz ? in[((z + 1) * ny + y) * nx + x] : 0.0f;
        plane[j][i] = here;
        if (threadIdx.x == 0)
            plane[j][0] = inside && x > 0 ? in[(z * ny + y) * nx + x - 1] : 0.0f;
        if (threadIdx.x == TILE - 1)
            plane[j][TILE + 1] = inside && x + 1 < nx ? in[(z * ny + y) * nx + x + 1] : 0.0f;
        if (threadIdx.y == 0)
            plane[0][i] = inside && y > 0 ? in[(z * ny + y - 1) * nx + x] : 0.0f;
        if (threadIdx.y == TILE - 1)
            plane[TILE + 1][i] = inside && y + 1 < ny ? in[(z * ny + y + 1) * nx + x] : 0.0f;
        __syncthreads();
        if (inside)
            out[(z * ny + y) * nx + x] = below + above - 6.0f * here + plane[j][i - 1] + plane[j][i + 1] +
                                         plane[j - 1][i] + plane[j + 1][i];
        __syncthreads();
        below = here;
        here = above;
    }
}

// Several steps on one tile before it is written back (temporal blocking): the valid part shrinks by one at both ends.
// expect: proved
__global__ void stencil_steps(const float *in, float *out, int n, int steps)
{
    extern __shared__ float cells[];
    int t = threadIdx.x;
    int width = blockDim.x - 2 * steps;
    int g = blockIdx.x * width + t - steps;
    bool inside = g >= 0 && g < n;
    cells[t] = inside ? in[g] : 0.0f;
    __syncthreads();
    for (int s = 1; s <= steps; ++s) {
        float next = 0.0f;
        bool valid = t >= s && t < blockDim.x - s;
        if (valid)
            next = cells[t - 1] + cells[t] + cells[t + 1];
        __syncthreads();
        if (valid)
            cells[t] = next;
        __syncthreads();
    }
    if (inside && t >= steps && t < blockDim.x - steps)
        out[g] = cells[t];
}
