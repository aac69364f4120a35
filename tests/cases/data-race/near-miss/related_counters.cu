// The parts that threads write to are one element too short, or just long enough.
// kverify-test: grid=1

// expect: violated
__global__ void one_more(int *out, const int *a, const int *b, int part)
{
    int i = threadIdx.x * part, j = threadIdx.x * part;
    int to = 2 * threadIdx.x * part;
    const int end_i = i + part, end_j = j + part + 1;
    while (i < end_i && j < end_j) {
        if (a[i] <= b[j])
            out[to] = a[i++] + threadIdx.x; // @left
        else
            out[to] = b[j++] + threadIdx.x; // @right
        ++to;
    }
    while (i < end_i)
        out[to++] = a[i++] + threadIdx.x; //~ data-race block global write-write with @left //~ data-race block global write-write with @right
    while (j < end_j)
        out[to++] = b[j++] + threadIdx.x; //~ data-race block global write-write with @left //~ data-race block global write-write with @right //~ data-race block global write-write
}

// expect: proved
__global__ void roomy(int *out, const int *a, const int *b, int part)
{
    int i = 0, j = 0;
    int to = (2 * part + 1) * threadIdx.x;
    while (i < part && j <= part) {
        if (a[i] <= b[j])
            out[to] = a[i++];
        else
            out[to] = b[j++];
        ++to;
    }
}
