// A thread that assembly ends does not hand over what the others wait for.
// kverify-test: block=64 grid=4

// expect: violated
// today: suspect, because what ends a thread in assembly is not modelled
__global__ void gone(int *top, int *out, const int *in, int n)
{
    __shared__ int base;
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        if (in[i] == 7)
            asm volatile("exit;");
        sum += in[i];
    }
    if (threadIdx.x == 0)
        base = atomicAdd(top, 64);
    __syncthreads();
    out[base + threadIdx.x] = sum; //~ data-race grid global write-write
}
