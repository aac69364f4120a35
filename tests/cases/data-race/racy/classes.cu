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
