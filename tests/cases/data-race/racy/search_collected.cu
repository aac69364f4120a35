// Places that are counted, ranked or hashed from the data: two threads may get one.
// kverify-test: block=64 grid=1

// Positions are counted by one condition and used under another.
// expect: violated
__global__ void compact(const int *in, int *out, int *count)
{
    __shared__ int place[64];
    place[threadIdx.x] = in[threadIdx.x] > 50;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            int keep = place[i];
            place[i] = sum;
            sum += keep;
        }
        count[0] = sum;
    }
    __syncthreads();
    if (in[threadIdx.x] > 40)
        out[place[threadIdx.x]] = in[threadIdx.x]; //~ data-race block global write-write
}

// Counting without atomic operations.
// expect: violated
__global__ void histogram(const unsigned char *in, int *bins)
{
    __shared__ int count[16];
    if (threadIdx.x < 16)
        count[threadIdx.x] = 0;
    __syncthreads();
    count[in[threadIdx.x] >> 4] += 1; //~ data-race block shared write-write //~ data-race block shared read-write
    __syncthreads();
    if (threadIdx.x < 16)
        bins[threadIdx.x] = count[threadIdx.x];
}

// Two keys of one hash.
// expect: violated
__global__ void hash(const unsigned *key, unsigned *slot)
{
    unsigned h = key[threadIdx.x] * 2654435761u >> 26;
    slot[h] = key[threadIdx.x]; //~ data-race block global write-write
}

// Two vertices with one neighbour (rows of a sparse matrix).
// expect: violated
__global__ void mark_neighbours(const int *row, const int *column, int *level)
{
    int v = threadIdx.x;
    for (int e = row[v]; e < row[v + 1]; e++)
        level[column[e]] = v; //~ data-race block global write-write
}
