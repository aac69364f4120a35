// Counters of which one moves where the other does not: their sum is the iteration's number.
// kverify-test: grid=1

// Each thread merges two sorted parts of its own into a part of its own.
// expect: proved
__global__ void merge_parts(int *out, const int *a, const int *b, int part)
{
    int i = threadIdx.x * part, j = threadIdx.x * part;
    int to = 2 * threadIdx.x * part;
    const int end_i = i + part, end_j = j + part;
    while (i < end_i && j < end_j) {
        if (a[i] <= b[j])
            out[to] = a[i++];
        else
            out[to] = b[j++];
        ++to;
    }
    while (i < end_i)
        out[to++] = a[i++];
    while (j < end_j)
        out[to++] = b[j++];
}

// Buffers that change places in some rounds: one is always the other one's other.
// expect: proved
__global__ void swapped_at_times(int *a, int *b, int rounds, int n)
{
    int *from = a, *to = b;
    for (int r = 0; r < rounds; ++r) {
        int v = from[(threadIdx.x + r) % blockDim.x];
        to[threadIdx.x] = v;
        __syncthreads();
        if (r % 3 != 2 && r < n) {
            int *was = from;
            from = to;
            to = was;
        }
        __syncthreads();
    }
}
