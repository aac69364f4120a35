// As racy/base_classes.cu, with an index that is the thread's own where the bases lie as they do.
// kverify-test: block=64 grid=1

struct Empty {};
struct First {
    int a;
};
struct Behind : Empty, First {
    int b;
};

// expect: proved
__global__ void behind_an_empty_base(int *out) {
    Behind whole;
    whole.a = 3;
    whole.b = 4;
    int *words = (int *)&whole;
    out[words[0] == 3 ? threadIdx.x : 0] = threadIdx.x;
}

struct Interface {
    __device__ virtual int f() { return 0; }
};
struct Table : First, Interface {
    int b;
};

// expect: proved
__global__ void behind_a_table(int *out) {
    Table whole;
    whole.a = 3;
    whole.b = 4;
    int *words = (int *)&whole;
    out[words[2] == 3 ? threadIdx.x : 0] = threadIdx.x;
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

// expect: proved
__global__ void in_the_padding(int *out) {
    Filled whole;
    whole.c = 1;
    whole.d = 2;
    whole.e = 3;
    char *bytes = (char *)&whole;
    bool as_written = bytes[4] == 1 && bytes[5] == 2 && bytes[6] == 3;
    out[as_written ? threadIdx.x : 0] = threadIdx.x;
}
