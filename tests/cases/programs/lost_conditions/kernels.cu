// kverify-test: host=project
// Clang leaves out a condition: what it leads to is read all the same, and what the condition names it may change.

// expect: proved
__global__ void only_asked(float *out, const unsigned *mask)
{
    out[blockIdx.x * 64 + threadIdx.x] = mask[blockIdx.x * 64 + threadIdx.x + 1];
}

// The condition itself says where the second leads.
// expect: violated
// today: unknown, because clang leaves out what the condition does
__global__ void set(float *out, const unsigned *mask)
{
    out[blockIdx.x * 64 + threadIdx.x] = mask[blockIdx.x * 64 + threadIdx.x + 1]; //~ data-race
}

// expect: violated
// today: unknown, because clang leaves out what the condition does
__global__ void declared(float *out, const unsigned *mask)
{
    out[blockIdx.x * 64 + threadIdx.x] = mask[blockIdx.x * 64 + threadIdx.x + 1]; //~ data-race
}

// expect: violated
// today: unknown, because clang leaves out what the condition does
__global__ void set_by_a_macro(float *out, const unsigned *mask)
{
    out[blockIdx.x * 64 + threadIdx.x] = mask[blockIdx.x * 64 + threadIdx.x + 1]; //~ data-race
}

// expect: violated
// today: unknown, because clang leaves out what the condition does
__global__ void handed_over(float *out, const unsigned *mask)
{
    out[blockIdx.x * 64 + threadIdx.x] = mask[blockIdx.x * 64 + threadIdx.x + 1]; //~ data-race
}
