// Accesses of global memory that move more sectors than they need.
// kverify-test: block=64 grid=2 perf=yes

struct Particle {
    float x, y, z, mass;
};

// expect: proved
__global__ void heavier(Particle *all)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    all[n].mass += 1; //~ note uncoalesced-access
}

__global__ void transposed(const float *in, float *out)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    out[n] = in[n % 16 * 16 + n / 16]; //~ note uncoalesced-access
}
