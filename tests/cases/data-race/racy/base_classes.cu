// Where bases lie, seen through addresses of other types: empty bases, tables of virtual functions, padding that is filled.
// kverify-test: block=64 grid=1

struct Empty {};
struct First {
    int a;
};
struct Behind : Empty, First {
    int b;
};

// expect: violated
__global__ void behind_an_empty_base(int *out) {
    Behind whole;
    whole.a = 3;
    whole.b = 4;
    int *words = (int *)&whole;
    out[words[0] == 3 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

struct Interface {
    __device__ virtual int f() { return 0; }
};
struct Table : First, Interface {
    int b;
};

// expect: violated
__global__ void behind_a_table(int *out) {
    Table whole;
    whole.a = 3;
    whole.b = 4;
    int *words = (int *)&whole;
    out[words[2] == 3 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

struct Padded {
    int x;
    char c;
    __device__ Padded() {}
};
struct Byte {
    char d;
};
struct Filled : Padded, Byte {
    char e;
};

// expect: violated
__global__ void in_the_padding(int *out) {
    Filled whole;
    whole.c = 1;
    whole.d = 2;
    whole.e = 3;
    char *bytes = (char *)&whole;
    bool as_written = bytes[4] == 1 && bytes[5] == 2 && bytes[6] == 3;
    out[as_written ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

template <class T> struct Half {
    T t;
};
template <class A, class B> struct Joined : A, B {};

// expect: violated
__global__ void parameters_as_bases(int *out) {
    Joined<Half<char>, Half<int>> whole;
    whole.Half<char>::t = 1;
    whole.Half<int>::t = 2;
    int *words = (int *)&whole;
    out[words[1] == 2 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}

__device__ int noted;
struct Noting {
    __device__ Noting() { noted = threadIdx.x; } //~ data-race block global write-write
};
struct Started {
    int n;
    __device__ Started(int n) : n(n) {}
};
struct BothStarted : Noting, Started {
    __device__ BothStarted() : Started(1) {}
};

// expect: violated
__global__ void two_bases_at_one_place() { BothStarted both; }

template <int N> struct Nested : Nested<N - 1> {
    int v;
};
struct Second {
    int b;
};
template <> struct Nested<0> : First, Second {};

// expect: suspect
__global__ void a_template_that_is_its_own_base(int *out) {
    Nested<2> whole;
    whole.a = 5;
    whole.b = 6;
    Second *second = &whole;
    out[second->b == 6 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}
