// Carried values without a closed form whose steps have a factor in common: each thread keeps to its own residue.
// kverify-test: grid=1

// Data says how many steps of a whole block are made.
// expect: proved
__global__ void one_or_two_steps(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = threadIdx.x;
        i += w[i] > 0 ? blockDim.x : 2 * blockDim.x;
    }
}

// An inner loop that stops where data says moves on by whole blocks.
// expect: proved
__global__ void runs(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        for (int left = w[i]; left > 0 && i < n; --left) {
            out[i] = threadIdx.x + left;
            i += blockDim.x;
        }
        i += blockDim.x;
    }
}

// The step itself grows by whole blocks.
// expect: proved
__global__ void growing_step(int *out, const int *w, int n)
{
    int step = blockDim.x;
    for (int i = threadIdx.x; i < n; i += step) {
        out[i] = threadIdx.x;
        if (w[i] < 0)
            step += blockDim.x;
    }
}

// A pointer that data moves by whole rows; unsigned arithmetic wraps without harm where the type's turn is a multiple.
// expect: proved
__global__ void rows(int *out, const int *w, int n)
{
    int *p = out + threadIdx.x;
    for (int i = 0; i < n; ++i) {
        *p = i + threadIdx.x;
        if (w[i])
            p += blockDim.x;
        if (w[i] > 7)
            p += 3 * blockDim.x;
    }
}
