// CARP D2.2.B, section 3.2, in CUDA.

__device__ bool prime(unsigned n)
{
    if (n < 2)
        return false;
    for (unsigned d = 2; d * d <= n; ++d)
        if (n % d == 0)
            return false;
    return true;
}

// expect: violated
// kverify: block=4
__global__ void wait_by_primality(int *out)
{
    if (prime(threadIdx.x))
        __syncthreads(); // @prime
    else
        __syncthreads(); //~ barrier-divergence with @prime
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// expect: proved
// kverify: block=4
__global__ void wait_by_block(int *out)
{
    if (prime(blockIdx.x))
        __syncthreads();
    else
        __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
