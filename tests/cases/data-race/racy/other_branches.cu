// Kernels that conditional compilation leaves out as things stand are verified as if it did not.
// kverify-test: block=64 grid=2

#ifdef CHECKED
// expect: violated
__global__ void checked(int *flags, const int *in)
{
    flags[threadIdx.x / 2] = in[blockIdx.x * blockDim.x + threadIdx.x]; //~ data-race block global write-write
    //~ data-race grid global write-write
}
#endif

#if defined(TUNED) && TUNED > 1
// expect: proved
__global__ void tuned(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}
#else
// expect: violated
__global__ void plain(int *out)
{
    out[0] = threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}
#endif
