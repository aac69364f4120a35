// Error type 4 injected into unstructured.cu: false locality. In a branch, what others share is used as if it were the
// thread's own.

#define CORNERS 8
#define BLOCK 128

// Elements that share a corner add to it without atomics.
// expect: violated
__global__ void scatter_add(const float *elements, const int *corner, float *points, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < count)
        for (int c = 0; c < CORNERS; ++c)
            if (elements[e] != 0.0f)
                points[corner[e * CORNERS + c]] += elements[e]; // @add
    //~ data-race block global read-write with @add
    //~ data-race block global write-write with @add
    //~ data-race grid global read-write with @add
    //~ data-race grid global write-write with @add
}

// Without `distinct(place)`, two values may have the same place.
// expect: violated
__global__ void scatter(const float *values, const int *place, float *points, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        points[place[i]] = values[i]; //~ data-race block global write-write //~ data-race grid global write-write
}

// The counter is shared, and the threads that count wait for one another, but not with the rest.
// expect: violated
// kverify: block=128
__global__ void mark(const float *error, float limit, int *marked, int *per_block, int count)
{
    __shared__ int total;
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    total = 0; //~ warning data-race block shared write-write
    __syncthreads();
    if (e < count && error[e] > limit) {
        marked[e] = 1;
        total = total + e; // @count
        //~ data-race block shared read-write with @count
        //~ data-race block shared write-write with @count
        __syncthreads(); // @marked
    }
    __syncthreads(); //~ barrier-divergence with @marked
    if (threadIdx.x == 0)
        per_block[blockIdx.x] = total; //~ data-race block shared read-write behind with @count
}
