// Fold expressions, structured bindings, lambdas that capture by reference, `if constexpr`: each a cell too far.
// kverify-test: block=64 grid=1

struct Pair { int first, second; };
template <class... T> __device__ int sum(T... xs) { return (xs + ...); }
template <bool Wide> __device__ int place(int i) {
    if constexpr (Wide) return 4 * i;
    else return i / 4;
}

// expect: violated
__global__ void folds(int *out)
{
    int i = threadIdx.x;
    out[sum(i, i, -i) / 2] = i; //~ data-race block global write-write
}

// expect: violated
__global__ void binds(int *out)
{
    Pair p{(int)threadIdx.x, 5};
    auto &[first, second] = p;
    first = 3;
    out[p.first] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void captures(int *out)
{
    int i = threadIdx.x;
    auto reset = [&] { i = 7; };
    reset();
    out[i] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void chooses(int *out) { out[place<false>(threadIdx.x)] = threadIdx.x; } //~ data-race block global write-write

// expect: violated
__global__ void ranges(int *out)
{
    Pair pairs[2] = {{0, (int)threadIdx.x}, {1, (int)threadIdx.x}};
    for (auto &[base, i] : pairs) i = 0;
    out[pairs[1].first + pairs[1].second] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void lists(int *out)
{
    for (int step : {0, 64, 63}) out[step + threadIdx.x] = step; //~ data-race block global write-write
}
