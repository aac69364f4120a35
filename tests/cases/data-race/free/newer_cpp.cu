// Fold expressions, structured bindings, lambdas that capture by reference, `if constexpr`.
// kverify-test: block=64 grid=2

struct Pair { int first, second; };
template <class... T> __device__ int sum(T... xs) { return (xs + ...); }
template <class... T> __device__ void store(int *p, T... xs) { ((*p++ = xs), ...); }
template <bool Wide> __device__ int place(int i) {
    if constexpr (Wide) return 4 * i;
    else return i / 4;
}

// expect: proved
__global__ void folds(int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    store(out + sum(i, i, i), i, i + 1, i + 2);
}

// expect: proved
__global__ void binds(int *out, const Pair *in)
{
    Pair p{(int)(blockIdx.x * 64), (int)threadIdx.x};
    auto [block, thread] = p;
    auto &[first, second] = p;
    second = 0;
    out[block + thread] = in[thread].first + second;
}

// expect: proved
__global__ void captures(int *out)
{
    int i = 0;
    auto next = [&](int by) { i += by; };
    next(blockIdx.x * 64);
    next(threadIdx.x);
    out[i] = i;
}

// expect: proved
__global__ void chooses(int *out) { out[place<true>(blockIdx.x * 64 + threadIdx.x)] = 1; }

// expect: proved
__global__ void ranges(int *out)
{
    Pair pairs[2] = {{0, (int)threadIdx.x}, {64, (int)threadIdx.x}};
    for (auto [base, i] : pairs) out[blockIdx.x * 128 + base + i] = 1;
}

// expect: proved
__global__ void lists(int *out)
{
    for (int step : {0, 64, 128}) out[blockIdx.x * 192 + step + threadIdx.x] = step;
}
