// Two views of the dynamic shared memory overlap.
// kverify-test: block=64 grid=2

extern __shared__ int memory[];

// expect: violated
__global__ void k(int *out)
{
    int t = threadIdx.x;
    int *a = memory;
    float *b = (float *)(memory + 32);
    a[t] = t; // @a
    b[t] = 1.0f; //~ data-race block shared write-write with @a
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[t];
}
