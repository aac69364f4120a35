// The inner record of the neighbour.
// kverify-test: block=64 grid=2

struct Point {
    float x, y;
};
struct Segment {
    Point from, to;
};

// expect: violated
__global__ void k(Segment *s)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    s[i].from.x = i; // @from
    s[i + 1].from = s[i].to;
    //~ data-race block global write-write with @from
    //~ data-race grid global write-write with @from
}
