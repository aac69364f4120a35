// One inner record is written here, the other in the neighbour.
// kverify-test: block=64 grid=2

struct Point {
    float x, y;
};
struct Segment {
    Point from, to;
};

// expect: proved
__global__ void k(Segment *s)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    s[i].from.x = i;
    s[i + 1].to.y = i;
}
