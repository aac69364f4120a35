// A union among the arguments.
// kverify-test: block=64 grid=1

struct Shape {
    union {
        struct { int width, height; };
        int sides[2];
    };
};

// expect: violated
__global__ void k(int *out, Shape shape)
{
    out[threadIdx.x % (shape.sides[1] & 15 | 1)] = threadIdx.x; //~ data-race block global write-write
}
