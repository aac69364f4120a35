// Atomic operations of different widths in different places.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void halves_and_words(unsigned int *words)
{
    unsigned short *halves = (unsigned short *)(words + 16);
    atomicAdd(&words[threadIdx.x % 16], 1u);
    atomicCAS(&halves[threadIdx.x % 8], (unsigned short)0, (unsigned short)1);
}

// With a barrier in between, one place may be both.
// expect: proved
__global__ void one_after_the_other(unsigned int *out)
{
    __shared__ unsigned long long pair;
    if (threadIdx.x == 0)
        pair = 0;
    __syncthreads();
    atomicAdd((unsigned int *)&pair, 1u);
    __syncthreads();
    atomicMax(&pair, (unsigned long long)threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = (unsigned int)pair;
}
