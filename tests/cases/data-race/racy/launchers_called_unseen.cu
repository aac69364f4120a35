// A whole program calls what launches kernels without its name.

// expect: unknown
__global__ void by_its_pointer(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void go(float *a, float *b) { by_its_pointer<<<4, 256>>>(a, b, 1000); }

void (*table[])(float *, float *) = {go};

// expect: unknown
__global__ void by_method(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

struct Runner {
    virtual void run(float *a, float *b) = 0;
};

struct Own : Runner {
    void run(float *a, float *b) override { by_method<<<4, 256>>>(a, b, 1000); }
};

// It never reads the second dimension.
// expect: unknown
__global__ void by_rows(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += 1;
}

void in_rows(int *a, dim3 block) { by_rows<<<4, block>>>(a, 1000); }

void (*rows)(int *, dim3) = in_rows;

// expect: proved
__global__ void by_its_name(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void named(float *a, float *b) { by_its_name<<<4, 256>>>(a, b, 1000); }

int main()
{
    float *x, *y;
    int *z;
    cudaMalloc(&x, 8192);
    cudaMalloc(&y, 8192);
    cudaMalloc(&z, 8192);
    table[0](x, x);
    Own own;
    Runner *runner = &own;
    runner->run(x, x);
    rows(z, dim3(64, 2));
    named(x, y);
}
