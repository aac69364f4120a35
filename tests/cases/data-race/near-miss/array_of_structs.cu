// The neighbour's record is read, but another member than the one written.

struct Particle {
    float x, y;
    int cell;
};

// expect: proved
__global__ void k(Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        p[i].x = p[i + 1].y + p[i].cell;
}
