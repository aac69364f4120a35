// Unstructured adaptive mesh (UA): values move between points and elements along index lists.

#define CORNERS 8
#define BLOCK 128

// Each element collects the values of its corners. Reading may be as wild as it likes.
// expect: proved
__global__ void gather(const float *points, const int *corner, float *elements, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    float sum = 0.0f;
    for (int c = 0; c < CORNERS; ++c)
        sum += points[corner[e * CORNERS + c]];
    elements[e] = sum / CORNERS;
}

// The corners' values, kept for each element.
// expect: proved
__global__ void gather_corners(const float *points, const int *corner, float *local, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < count)
        for (int c = 0; c < CORNERS; ++c)
            local[e * CORNERS + c] = points[corner[e * CORNERS + c]];
}

// Elements share corners, so adding to them takes atomics.
// expect: proved
__global__ void scatter_add(const float *elements, const int *corner, float *points, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < count)
        for (int c = 0; c < CORNERS; ++c)
            atomicAdd(&points[corner[e * CORNERS + c]], elements[e]);
}

// Turned round, no atomics are needed: each point knows the elements that it is a corner of.
// expect: proved
__global__ void collect(const float *elements, const int *first, const int *user, float *points, int count)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= count)
        return;
    float sum = 0.0f;
    for (int k = first[p]; k < first[p + 1]; ++k)
        sum += elements[user[k]];
    points[p] = sum;
}

// Mark the elements to refine, and count them for each block.
// expect: proved
// kverify: block=128
__global__ void mark(const float *error, float limit, int *marked, int *per_block, int count)
{
    __shared__ int total;
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (e < count) {
        marked[e] = error[e] > limit;
        if (marked[e])
            atomicAdd(&total, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        per_block[blockIdx.x] = total;
}

// A smoothing step over the six neighbours; an element at the border sees itself.
// expect: proved
__global__ void smooth(const float *old, const int *neighbour, float *next, int count, float c)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < count; e += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int side = 0; side < 6; ++side) {
            int other = neighbour[e * 6 + side];
            sum += other >= 0 ? old[other] : old[e];
        }
        next[e] = old[e] + c * (sum - 6.0f * old[e]);
    }
}
