// Closures are objects: each has its own captures, and copies of it have theirs.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void copies_count_alone(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t;
    auto next = [i]() mutable { return i++; };
    auto other = next;
    out[next()] = 1;
    out[other()] = 2;
    out[next()] = 3;
}

// expect: proved
__global__ void made_twice(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    auto make = [](int k) { return [k] { return k; }; };
    auto first = make(t), second = make(0);
    out[first()] = t + second();
}

struct Counter {
    int x;
    __device__ auto copied() {
        return [*this] { return x; };
    }
    __device__ auto kept() {
        return [this] { return x; };
    }
};

// expect: proved
__global__ void object_copied(int *out) {
    Counter c{(int)(blockIdx.x * blockDim.x + threadIdx.x)};
    auto f = c.copied();
    c.x = 0;
    out[f()] = threadIdx.x;
}

// expect: proved
__global__ void object_referred_to(int *out) {
    Counter c{0};
    auto f = c.kept();
    c.x = blockIdx.x * blockDim.x + threadIdx.x;
    out[f()] = threadIdx.x;
}

// All that a default captures, by value but for one, with what the list declares.
// expect: proved
__global__ void mixed_list(int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int calls = 0, unused = 5;
    auto f = [=, &calls, base = 2 * t](int k) mutable {
        calls++;
        base += k;
        return base;
    };
    t = 0;
    out[f(0)] = n;
    out[f(1)] = calls - 2 + unused;
}

// expect: proved
__global__ void nested(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int hits = 0;
    auto outer = [&] {
        auto inner = [&hits, t] {
            hits += 1;
            return t;
        };
        return inner() + hits;
    };
    out[outer() - 1] = hits;
}

template <class F>
__device__ void for_each(int n, F f) {
    for (int i = 0; i < n; i++) f(i);
}

// expect: proved
__global__ void handed_over(int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for_each(n, [&](int i) { out[i * all + t] = i; });
}
