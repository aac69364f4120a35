// One member is written by its owner and read by the neighbour.
// kverify-test: block=64 grid=2

struct Particle {
    float x, y;
    int cell;
};

// expect: violated
__global__ void k(Particle *p, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i + 1 < n) {
        p[i].x = 0.5f * i; // @move
        p[i].y = p[i + 1].x;
        //~ data-race block global read-write with @move
        //~ data-race grid global read-write with @move
    }
}
