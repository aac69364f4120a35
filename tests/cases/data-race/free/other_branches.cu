// Kernels that conditional compilation leaves out as things stand; what is out for good is not looked at.
// kverify-test: block=64 grid=2

#ifdef CHECKED
// expect: proved
__global__ void checked(int *flags, const int *in)
{
    flags[blockIdx.x * blockDim.x + threadIdx.x] = in[0];
}
#endif

#if 0
__global__ void abandoned(int *out)
{
    out[0] = threadIdx.x;
}
#endif

// expect: proved
__global__ void one_of_two(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#ifdef DEMONSTRATE
// Another kernel of this name is what the build takes; nobody looks at this one, and that is said.
// expect: unknown
__global__ void one_of_two(int *out, int)
{
    out[0] = threadIdx.x;
}
#endif
