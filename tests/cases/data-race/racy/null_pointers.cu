// What a caller leaves out is null: the kernel itself asks, and races where it is.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void without_mask(int *out, const int *mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (mask)
        out[i] = mask[i];
    else
        out[i / 2] = i + n; //~ data-race block global write-write
}

// expect: violated
__global__ void neither(int *out, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a == nullptr && !b)
        out[0] = i; //~ data-race block global write-write //~ data-race grid global write-write
    else if (a != nullptr)
        out[i] = a[i];
    else
        out[i] = b[i];
}

// expect: violated
__global__ void rows(float **rows, int *missing)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (rows[i] == nullptr)
        *missing = i; //~ data-race block global write-write //~ data-race grid global write-write
    else
        rows[i][0] = 1.0f;
}

struct Options {
    const float *scale;
    int stride;
};

// expect: violated
__global__ void by_members(float *out, Options options)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!options.scale)
        out[i % 64] = i; //~ data-race grid global write-write
    else
        out[i] = options.scale[i];
}

// expect: violated
__global__ void launched_without(int *out, const int *mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (mask != nullptr)
        out[i] = mask[i];
    else
        out[i / 2] = i + n; //~ data-race block global write-write
}

void launch(int n)
{
    int *out;
    cudaMalloc(&out, 128 * sizeof(int));
    launched_without<<<2, 64>>>(out, nullptr, n);
}
