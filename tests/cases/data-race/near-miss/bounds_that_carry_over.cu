// Stacks whose last element is the next thread's first, or just is not.
// kverify-test: grid=1

// expect: violated
__global__ void one_too_deep(int *stack, const int *w, int n, int depth)
{
    int *mine = stack + threadIdx.x * depth;
    int top = 0;
    for (int v = 0; v < n; ++v) {
        if (w[v] > 0 && top <= depth)
            mine[top++] = v + threadIdx.x; //~ data-race block global write-write
        else if (top > 0)
            --top;
    }
}

// expect: proved
__global__ void deep_enough(int *stack, const int *w, int n, int depth)
{
    int *mine = stack + threadIdx.x * (depth + 1);
    int top = 0;
    for (int v = 0; v < n; ++v) {
        if (w[v] > 0 && top <= depth)
            mine[top++] = v + threadIdx.x;
        else if (top > 0)
            --top;
    }
}

// An invariant that carries over and does not hold at the start: it proves nothing.
// expect: violated
__global__ void never_reached(int *out, const int *w, int n, int start)
{
    int at = start;
    for (int i = 0;
         __invariant(at == 4 * threadIdx.x),
         i < n; ++i) {
        out[at] = threadIdx.x; //~ data-race block global write-write
        at = w[i] == at ? at + 1 - 1 : at;
    }
}
