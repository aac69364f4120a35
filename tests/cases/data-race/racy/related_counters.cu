// As the free ones, with one thing out of step.
// kverify-test: grid=1

// Both parts may be taken from at a time, and what is written counts twice then.
// expect: violated
__global__ void merge_both(int *out, const int *a, const int *b, int part)
{
    int i = threadIdx.x * part, j = threadIdx.x * part;
    int to = 2 * threadIdx.x * part;
    const int end_i = i + part, end_j = j + part;
    while (i < end_i && j < end_j) {
        out[to] = a[i] + threadIdx.x; //~ data-race block global write-write
        if (a[i] <= b[j])
            ++i;
        else
            ++j;
        to += 2;
    }
}

// In rounds in which only one of the two moves, both are the same buffer from then on.
// expect: violated
__global__ void half_swapped(int *a, int *b, int rounds, int n)
{
    int *from = a, *to = b;
    for (int r = 0; r < rounds; ++r) {
        int v = from[(threadIdx.x + 1) % blockDim.x]; // @get
        to[threadIdx.x] = v + threadIdx.x; //~ data-race block global read-write with @get
        __syncthreads();
        if (r < n)
            from = to;
        __syncthreads();
    }
}
