// Host code always hands over a buffer: what the kernel does without one does not matter.

// expect: proved
__global__ void always_handed(int *out, const int *mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (mask != nullptr)
        out[i] = mask[i];
    else
        out[i / 2] = n;
}

// expect: proved
__global__ void through_a_wrapper(int *out, const int *mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (mask != nullptr)
        out[i] = mask[i];
    else
        out[i / 2] = n;
}

static void wrapped(int *out, const int *mask, int n)
{
    through_a_wrapper<<<2, 64>>>(out, mask, n);
}

void launch(int n)
{
    int *out, *mask;
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMalloc(&mask, 128 * sizeof(int));
    always_handed<<<2, 64>>>(out, mask, n);
    wrapped(out, mask, n);
}
