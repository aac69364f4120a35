// memcheck, hardware exceptions: the stack overflows, since a call leads to itself whatever happens.
// kverify-test: block=64 grid=1

__device__ int depth(int n) { return n > 0 ? depth(n + 1) + 1 : 0; }

// expect: violated
// today: proved, because that calls return is taken for granted
__global__ void deep(int *out)
{
    out[threadIdx.x] = depth(threadIdx.x);
}
