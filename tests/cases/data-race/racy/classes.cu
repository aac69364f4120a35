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

// expect: violated
__global__ void back_to_the_whole() {
    __shared__ Both d;
    Second *p = &d;
    Both *q = static_cast<Both *>(p);
    if (threadIdx.x == 0) q->b = 1; //~ data-race block with @PART
    if (threadIdx.x == 1) p->b = 2; // @PART
}

struct Pair {
    int x, y;
};

// expect: suspect
__global__ void some_member(Pair *pairs, int Pair::*member) {
    pairs[threadIdx.x / 2].*member = threadIdx.x; //~ data-race block
}

struct Started {
    int x = 1;
    __device__ Started(int a) : x(a) {}
};
struct Inheriting : Started {
    using Started::Started;
    int z = 4;
};

// expect: violated
__global__ void inherited_constructor(int *out) {
    Inheriting a(0);
    out[a.x == 0 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

struct Listed {
    int x = 0, y = 0;
};
struct Derived : Listed {
    __device__ Derived(int t) : Listed{t, 1} {}
};

// expect: violated
__global__ void base_from_a_list(int *out) {
    Derived d(5);
    out[d.x == 5 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

struct Shared {
    int q;
};
struct Left : virtual Shared {};
struct Right : virtual Shared {};
struct Diamond : Left, Right {};

// expect: suspect
__global__ void virtual_bases(int *out) {
    int t = threadIdx.x;
    Diamond d;
    d.Right::q = t;
    d.Left::q = 0;
    out[d.Right::q] = t; //~ data-race block
}

struct Stepped {
    int v;
    __device__ Stepped(int k) : v(k) {}
    __device__ Stepped(const Stepped &o) : v(o.v + 1) {}
};
struct Holder {
    Stepped p;
    int q;
};

// expect: violated
__global__ void copied_into_lists(int *out) {
    int t = threadIdx.x;
    Stepped x(0);
    Stepped a[1] = {x};
    Holder h{x, 1};
    out[a[0].v == 1 ? 0 : t] = t;          //~ data-race block
    out[(h.p.v == 1 ? 0 : t) + 64] = t; //~ data-race block
}

// expect: violated
__global__ void the_bits(int *out) {
    int t = threadIdx.x;
    float f = 1.0f;
    int j = reinterpret_cast<int &>(f);
    out[j == 1 ? t : 0] = t; //~ data-race block
}

// expect: violated
__global__ void as_wide_as_the_type(unsigned char *bytes, unsigned *out) {
    int t = threadIdx.x;
    out[t] = reinterpret_cast<unsigned &>(bytes[4 * t]); //~ data-race block with @BYTE
    bytes[(4 * t + 7) % 256] = t;                        // @BYTE
}

// expect: violated
__global__ void before_the_condition(int *out) {
    int q = threadIdx.x;
    switch (int half = q / 2; half & 1) {
    case 0: out[half] = q; break;  //~ data-race block
    default: out[half] = q; break; //~ data-race block
    }
}

// What is not one declaration is not followed.
// expect: unknown
__global__ void expression_before_the_condition(int *out) {
    int q = threadIdx.x;
    switch (q /= 2; q & 1) {
    case 0: out[q] = 1; break;
    default: out[q] = threadIdx.x;
    }
}

struct Ma {
    int a;
};
struct Mb {
    int b;
};
template <class... B>
struct Mix : B... {
    __device__ Mix(B... b) : B(b)... {}
};

// expect: violated
__global__ void bases_of_a_pack(int *out) {
    Mix<Ma, Mb> m(Ma{7}, Mb{5});
    out[m.b == 5 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

__device__ int base[256];
__device__ int &fifth = base[5];
__device__ int *const same = base;
__device__ int *const halves[2] = {base, base + 64};

// expect: violated
__global__ void reference_at_file_scope() {
    if (threadIdx.x == 0) fifth = 1;                //~ data-race block with @ELEMENT
    if (threadIdx.x == 5) base[threadIdx.x] = 2; // @ELEMENT
}

// expect: violated
__global__ void pointer_at_file_scope() {
    base[threadIdx.x] = threadIdx.x; //~ data-race block with @SAME
    same[63 - threadIdx.x] = 1;        // @SAME
}

// Pointers that an initialiser leaves in tables are not followed.
// expect: suspect
__global__ void table_at_file_scope() {
    base[threadIdx.x] = threadIdx.x;
    halves[0][63 - threadIdx.x] = 1; //~ data-race block
}

// expect: violated
__global__ void null_stays_null(int *out) {
    Both *d = nullptr;
    Second *p = d;
    out[p == nullptr ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

struct Halves {
    int low, high;
};

// expect: violated
__global__ void bits_of_a_class(int *out) {
    Halves h = __builtin_bit_cast(Halves, (5LL << 32) | 7);
    out[h.low == 0 ? threadIdx.x : 0] = threadIdx.x; //~ data-race block
}

#define NDEBUG
#include <cassert>

// expect: violated
__global__ void assertion_that_is_gone(int *out) {
    int i = 0;
    assert(i++ == 0);
    out[i == 1 ? threadIdx.x : 0] = threadIdx.x; //~ data-race block
}
