// What C++ says of objects: where bases lie, whose constructor runs, and what a cast does to an address.
// kverify-test: block=64 grid=1

struct First {
    int a;
};
struct Second {
    int b;
};
struct Both : First, Second {
    int c;
};

// expect: proved
__global__ void back_to_the_whole() {
    __shared__ Both d;
    Second *p = &d;
    Both *q = static_cast<Both *>(p);
    Second &r = d;
    if (threadIdx.x == 0) q->a = 1;
    if (threadIdx.x == 1) p->b = 2;
    if (threadIdx.x == 2) static_cast<Both &>(r).c = 3;
}

struct Started {
    int x = 1;
    __device__ Started(int a) : x(a) {}
};
struct Inheriting : Started {
    using Started::Started;
    int z = 4;
};

// expect: proved
__global__ void inherited_constructor(int *out) {
    Inheriting a(threadIdx.x);
    out[a.x * 4 + a.z] = 1;
}

struct Plain {
    int x, y;
};
struct Derived : Plain {
    __device__ Derived(int t) : Plain{t, 1} {}
};
template <class T>
struct Templated : Plain {
    __device__ Templated(T t) : Plain{t, 1} {}
};

// expect: proved
__global__ void base_from_a_list(int *out) {
    Derived d(threadIdx.x);
    out[2 * d.x + d.y] = 1;
}

struct Stepped {
    int v;
    __device__ Stepped(int k) : v(k) {}
    __device__ Stepped(const Stepped &o) : v(o.v + 1) {}
};

// expect: proved
__global__ void copied_into_lists(int *out) {
    Stepped x(threadIdx.x);
    Stepped a[2] = {x, Stepped(3)};
    out[a[0].v] = a[1].v;
}

// expect: proved
__global__ void the_bits(int *out) {
    float f = __int_as_float(threadIdx.x);
    out[reinterpret_cast<int &>(f)] = 1;
}

// expect: proved
__global__ void before_the_condition(int *out) {
    switch (int k = threadIdx.x; k & 1) {
    case 0: out[k] = 1; break;
    default: out[k] = 2; break;
    }
}

// expect: proved
__global__ void declared_in_a_for(int *out) {
    int c = threadIdx.x, sum = 0;
    for (; int q = c & 3; c -= q) sum += q;
    out[threadIdx.x] = sum;
}

// expect: proved
__global__ void ranges(int *out) {
    int list[3] = {1, 2, 3};
    int sum = 0;
    for (int x : list) sum += x;
    out[threadIdx.x] = sum;
}

template <class T>
struct Wrapped : T {
    int extra;
};

// One base lies at the start.
// expect: proved
__global__ void one_base_of_a_template(int *out) {
    Wrapped<Plain> w;
    w.x = threadIdx.x;
    w.y = 0;
    w.extra = 5;
    out[w.x] = w.extra;
}

__device__ int base[256];
__device__ int *const upper = base + 128;

// expect: proved
__global__ void pointer_at_file_scope() {
    base[threadIdx.x] = threadIdx.x;
    upper[threadIdx.x] = 1;
}
