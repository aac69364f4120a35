// Functions and objects that are called where they stand: all that they get is seen.

// expect: proved
__global__ void named_lambda(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: proved
__global__ void named_functor(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: proved
__global__ void named_method(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

struct Calling {
    void operator()(float *to, const float *from, int n) { named_functor<<<(n + 255) / 256, 256>>>(to, from, n); }
};

void call(Calling calling, float *to, const float *from, int n) { calling(to, from, n); }

struct Keeping {
    float *to, *from;
    int n;
    void run() { named_method<<<(n + 255) / 256, 256>>>(to, from, n); }
    ~Keeping() { cudaDeviceSynchronize(); }
};

int main()
{
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    int n = 1000;
    auto lambda = [&](float *to, const float *from) { named_lambda<<<(n + 255) / 256, 256>>>(to, from, n); };
    lambda(a, b);
    lambda(b, a);
    Calling calling;
    calling(a, b, n);
    call(calling, b, a, n);
    Keeping keeping{a, b, n};
    keeping.run();
}
