// Inner records of one's own.
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
    Segment mine = s[blockIdx.x * 64 + threadIdx.x];
    Point p = mine.from;
    mine.from = mine.to;
    mine.to = p;
    s[blockIdx.x * 64 + threadIdx.x] = mine;
}
