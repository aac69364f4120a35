// kverify-test: host=project
// Macros and helpers of the caller have other meanings than those of the kernels' file.
#define BLOCK 64
static int groups(int n) { return n; }

// The caller's BLOCK is 128.
// expect: violated
__global__ void blocks(float *a)
{
    a[blockIdx.x * BLOCK + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// The caller's groups are one.
// expect: proved
__global__ void once(float *a)
{
    a[threadIdx.x] = 1.0f * blockIdx.x;
}

int unused() { return groups(BLOCK); }
