// As the racy ones, and what is changed is a copy, or nothing.
// kverify-test: block=64 grid=1

struct Pair { int first, second; };
template <class... T> __device__ int sum(T... xs) { return (xs + ...); }
template <bool Wide> __device__ int place(int i) {
    if constexpr (Wide) return 4 * i;
    else return i / 4;
}

// expect: proved
__global__ void folds(int *out)
{
    int i = threadIdx.x;
    out[sum(i, i) / 2] = i;
}

// expect: proved
__global__ void binds(int *out)
{
    Pair p{(int)threadIdx.x, 5};
    auto [first, second] = p;
    first = 3;
    out[p.first] = second + first;
}

// expect: proved
__global__ void captures(int *out)
{
    int i = threadIdx.x;
    auto reset = [=]() mutable { i = 7; };
    reset();
    out[i] = threadIdx.x;
}

// expect: proved
__global__ void chooses(int *out)
{
    if (threadIdx.x % 4 == 3) out[place<false>(threadIdx.x)] = threadIdx.x;
}

// expect: proved
__global__ void ranges(int *out)
{
    Pair pairs[2] = {{0, (int)threadIdx.x}, {1, (int)threadIdx.x}};
    for (auto [base, i] : pairs) i = 0;
    out[pairs[1].first + pairs[1].second] = threadIdx.x;
}
