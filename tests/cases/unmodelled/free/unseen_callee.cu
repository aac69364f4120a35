// A function whose definition is elsewhere is taken to write what it is handed only, which is said.
// kverify-test: block=64 grid=1

__device__ void elsewhere(int value);
__device__ void fills(int *to);

// expect: proved
__global__ void handed_a_value(int *out)
{
    elsewhere(threadIdx.x);
    out[threadIdx.x] = 1;
}

// expect: proved
__global__ void handed_its_own(int *out)
{
    int mine[2] = {0, 0};
    fills(mine);
    out[threadIdx.x] = mine[1];
}

// How far it writes, nobody knows.
// expect: unknown
__global__ void handed_an_array(int *out)
{
    fills(out + threadIdx.x);
}
