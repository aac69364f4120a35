// The same number is not the same value: 0 and -0 differ in their bits.

// expect: violated
__global__ void signs(float *p)
{
    p[0] = threadIdx.x & 1 ? 0.0f : -0.0f; //~ data-race x2
}

// expect: proved
__global__ void one(float *p)
{
    p[0] = threadIdx.x & 1 ? 1.0f : 1.0f; //~ warning data-race x2
}
