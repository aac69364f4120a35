// Each thread has its own record.

struct Particle {
    float x, y;
    int cell;
};

// expect: proved
__global__ void k(Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].x += p[i].y;
        p[i].cell = (int)p[i].x;
    }
}
