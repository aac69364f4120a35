// A union among the arguments: both names are one number.
// kverify-test: block=64 grid=1

struct Shape {
    union {
        struct { int width, height; };
        int sides[2];
    };
};

// expect: proved
__global__ void k(int *out, Shape shape)
{
    out[threadIdx.x + shape.width - shape.sides[0]] = threadIdx.x;
}
