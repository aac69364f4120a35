// A plain structure of C keeps the padding at its end (a POD of C++03); with a constructor it does not.
// kverify-test: block=64 grid=1

struct Byte {
    char d;
};
struct Plain {
    int x;
    char c;
};
struct Kept : Plain, Byte {};

// expect: proved
__global__ void padding_is_kept(int *out) {
    Kept whole;
    whole.x = 0;
    whole.c = 1;
    whole.d = 2;
    char *bytes = (char *)&whole;
    out[bytes[8] == 2 ? threadIdx.x : 0] = threadIdx.x;
}

struct Made {
    int x;
    char c;
    __device__ Made() {}
};
struct Filled : Made, Byte {};

// expect: violated
__global__ void padding_is_filled(int *out) {
    Filled whole;
    whole.x = 0;
    whole.c = 1;
    whole.d = 2;
    char *bytes = (char *)&whole;
    out[bytes[5] == 2 ? 0 : threadIdx.x] = threadIdx.x; //~ data-race block
}
