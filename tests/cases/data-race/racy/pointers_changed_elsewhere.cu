// One buffer is handed over twice, by ways that the text of the function with the launch does not show.

struct Pair {
    float *in, *out;
    void same() { out = in; }
    void outer() { same(); }
};

// A method has another one write.
// expect: unknown
__global__ void after_method(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void by_method(float *x, float *y)
{
    Pair pair;
    pair.in = x;
    pair.out = y;
    pair.outer();
    after_method<<<4, 256>>>(pair.out, pair.in, 1000);
}

// A lambda that is called where it stands.
// expect: unknown
__global__ void after_lambda(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void by_lambda(float *x, float *y)
{
    float *p = x, *q = y;
    [&] { q = x; }();
    after_lambda<<<4, 256>>>(q, p, 1000);
}

struct Known {
    float *in, *out;
    void tell();
    void run(float *x, float *y);
};

void make_same(Known &known) { known.out = known.in; }
void Known::tell() { make_same(*this); }

// The object is handed to a function.
// expect: unknown
__global__ void after_telling(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

void Known::run(float *x, float *y)
{
    in = x;
    out = y;
    tell();
    after_telling<<<4, 256>>>(out, in, 1000);
}

struct Pool {
    float *get()
    {
        static float *all;
        if (!all)
            cudaMalloc(&all, 8192);
        return all;
    }
};

// Two objects have one buffer.
// expect: violated
// today: unknown, because what a static variable holds on other ways is not known
__global__ void of_one_pool(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void by_pool()
{
    Pool a, b;
    of_one_pool<<<4, 256>>>(a.get(), b.get(), 1000);
}

float *set(float *&to, float *from)
{
    to = from;
    return from;
}

// What a static variable starts with is computed where it stands.
// expect: violated
__global__ void after_static(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void by_static(float *x, float *y)
{
    float *p = x, *q = y;
    static float *kept = set(q, p);
    after_static<<<4, 256>>>(q, p, 1000);
}
