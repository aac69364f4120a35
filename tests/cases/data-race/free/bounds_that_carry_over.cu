// Values without a closed form that stay within bounds which carry over from one iteration to the next.
// kverify-test: grid=1

// Up or down by one, by what the data says, within the thread's own part.
// expect: proved
__global__ void wander(int *out, const int *w, int n, int part)
{
    const int first = threadIdx.x * part, last = first + part - 1;
    int at = first;
    if (part < 1)
        return;
    for (int i = 0; i < n; ++i) {
        out[at] = threadIdx.x;
        if (w[i] > 0 && at < last)
            ++at;
        else if (w[i] < 0 && at > first)
            --at;
    }
}

// A stack for each thread, as deep as a parameter says.
// expect: proved
__global__ void stacks(int *stack, const int *w, int n, int depth)
{
    int *mine = stack + threadIdx.x * depth;
    int top = 0;
    for (int v = 0; v < n; ++v) {
        if (w[v] > 0 && top < depth)
            mine[top++] = v + threadIdx.x;
        else if (top > 0)
            --top;
    }
}

// Compaction over a nest of loops: no more than one element for each iteration of both.
// expect: proved
__global__ void compact_rows(int *out, const int *w, int rows, int columns)
{
    int *mine = out + threadIdx.x * rows * columns;
    int n = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            if (w[r * columns + c] > (int)threadIdx.x)
                mine[n++] = c + threadIdx.x;
}

// What the source states is believed as far as it can be shown: here, by itself from one iteration to the next.
// expect: proved
__global__ void stated(int *out, const int *w, int n)
{
    const int first = 8 * threadIdx.x;
    int at = first;
    for (int i = 0; __invariant(first <= at), __invariant(at <= first + 7), i < n; ++i) {
        out[at] = threadIdx.x;
        at = first + ((at - first + w[i]) & 7);
    }
}
