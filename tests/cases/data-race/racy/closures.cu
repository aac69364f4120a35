// Closures are objects: each has its own captures, and copies of it have theirs.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void copies_count_alone(int *out, const int *in) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t;
    auto next = [i]() mutable { return i++; };
    auto other = next;
    out[next()] = 1;           //~ data-race block with @OTHER //~ data-race grid with @OTHER
    out[other() + 2] = in[t]; // @OTHER
}

// expect: violated
__global__ void made_twice(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    auto make = [](int k) { return [k] { return k; }; };
    auto first = make(t), second = make(t + 1);
    out[first()] = t;  //~ data-race block with @SECOND //~ data-race grid with @SECOND
    out[second()] = t; // @SECOND
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

// expect: violated
__global__ void object_copied(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Counter c{0};
    auto f = c.copied();
    c.x = t;
    out[f()] = t; //~ data-race block //~ data-race grid
}

// expect: violated
__global__ void object_referred_to(int *out) {
    Counter c{(int)(blockIdx.x * blockDim.x + threadIdx.x)};
    auto f = c.kept();
    c.x = 0;
    out[f()] = threadIdx.x; //~ data-race block //~ data-race grid
}

__device__ auto counting(int &n) {
    return [&n] { return n++; };
}

// expect: violated
__global__ void references_of_two(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int a = t, b = 0;
    auto first = counting(a), second = counting(b);
    first();
    out[second()] = t; //~ data-race block //~ data-race grid
}

struct Stepped {
    int v;
    __device__ Stepped(int k) : v(k) {}
    __device__ Stepped(const Stepped &o) : v(o.v + 1) {}
};

// The copy that is captured is made by the class's own constructor.
// expect: violated
__global__ void captured_by_constructor(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Stepped x(0);
    auto f = [x] { return x.v; };
    out[f() == 1 ? 0 : t] = t; //~ data-race block //~ data-race grid
}

// What the list declares is made once, in the closure.
// expect: violated
__global__ void declared_by_constructor(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Stepped x(0);
    auto f = [y = x] { return y.v; };
    out[f() == 1 ? 0 : t] = t; //~ data-race block //~ data-race grid
}
