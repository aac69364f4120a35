// Two views of the dynamic shared memory, one behind the other.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    extern __shared__ int memory[];
    int t = threadIdx.x;
    int *a = memory;
    float *b = (float *)(memory + blockDim.x);
    a[t] = t;
    b[t] = 1.0f;
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[63 - t] + (int)b[63 - t];
}
