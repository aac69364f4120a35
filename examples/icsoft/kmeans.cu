// k-means: points are stored feature by feature, centres row by row.

#define BLOCK 256
#define MAX_CENTRES 32

// Feature-major copy of the points, so that neighbours read neighbours.
// expect: proved
__global__ void by_feature(const float *points, float *features, int n, int dims)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int d = 0; d < dims; ++d)
            features[d * n + i] = points[i * dims + d];
}

// The nearest centre of each point, and whether it has changed.
// expect: proved
__global__ void assign(const float *features, const float *centres, int *member, int *changed, int n, int dims, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int best = 0;
    float least = 3.4e38f;
    for (int c = 0; c < k; ++c) {
        float distance = 0.0f;
        for (int d = 0; d < dims; ++d) {
            float difference = features[d * n + i] - centres[c * dims + d];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    changed[i] = member[i] != best;
    member[i] = best;
}

// The same with the centres in shared memory.
// expect: proved
__global__ void assign_shared(const float *features, const float *centres, int *member, int n, int dims, int k)
{
    extern __shared__ float near[];
    for (int j = threadIdx.x; j < k * dims; j += blockDim.x)
        near[j] = centres[j];
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int best = 0;
    float least = 3.4e38f;
    for (int c = 0; c < k; ++c) {
        float distance = 0.0f;
        for (int d = 0; d < dims; ++d) {
            float difference = features[d * n + i] - near[c * dims + d];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    member[i] = best;
}

// Sums and sizes of the clusters, by atomics.
// expect: proved
__global__ void accumulate(const float *features, const int *member, float *sums, int *sizes, int n, int dims)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = member[i];
    atomicAdd(&sizes[c], 1);
    for (int d = 0; d < dims; ++d)
        atomicAdd(&sums[c * dims + d], features[d * n + i]);
}

// How many points each cluster of the block's share has, counted in shared memory first.
// expect: proved
__global__ void count_sizes(const int *member, int *sizes, int n, int k)
{
    __shared__ int local[MAX_CENTRES];
    int t = threadIdx.x;
    if (t < MAX_CENTRES)
        local[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int c = member[i];
        if (c >= 0 && c < MAX_CENTRES)
            atomicAdd(&local[c], 1);
    }
    __syncthreads();
    if (t < MAX_CENTRES && t < k)
        atomicAdd(&sizes[t], local[t]);
}

// The new centre of each cluster: a block a cluster, a thread a feature.
// expect: proved
__global__ void divide(const float *sums, const int *sizes, float *centres, int dims)
{
    int c = blockIdx.x;
    int d = threadIdx.x;
    if (d < dims && sizes[c] > 0)
        centres[c * dims + d] = sums[c * dims + d] / sizes[c];
}

// expect: proved
__global__ void reset(float *sums, int *sizes, int k, int dims)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < k * dims)
        sums[j] = 0.0f;
    if (j < k)
        sizes[j] = 0;
}

// How many points have moved: one number a block.
// expect: proved
// kverify: block=256
__global__ void count_changed(const int *changed, int *partial, int n)
{
    __shared__ int sum[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    sum[t] = i < n ? changed[i] : 0;
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            sum[t] += sum[t + half];
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}
