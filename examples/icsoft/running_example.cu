// The running example of the ICSOFT paper (figure 1), in our own words: everything that can go wrong in thirty lines.

#define N 128

// expect: violated
// kverify: block=128 grid=1
__global__ void running_example(const int *in, int *out)
{
    __shared__ int A[N];
    __shared__ int B[N + 1];
    __shared__ int C[N];
    const int tid = threadIdx.x;

    A[tid % 2] = in[tid]; // @parity //~ data-race block shared write-write
    B[tid] = A[tid]; //~ data-race block shared read-write with @parity
    __syncthreads();

    C[tid] = B[tid] + 10; // @read
    B[tid + 1] = tid + in[tid]; //~ data-race block shared read-write with @read

    if (tid % 2 == 0)
        __syncthreads(); // @half

    if (tid > 0)
        for (int i = 0; i < 100; i++)
            A[i % tid] = i + 10; //~ data-race block shared write-write
    __syncthreads(); //~ barrier-divergence with @half

    out[tid] = A[tid] + C[tid];
}

// The same computation without the conflicts.
// expect: proved
// kverify: block=128 grid=1
__global__ void running_example_repaired(const int *in, int *out)
{
    __shared__ int A[N];
    __shared__ int B[N + 1];
    __shared__ int C[N];
    const int tid = threadIdx.x;

    A[tid] = in[tid];
    __syncthreads();

    B[tid] = A[tid % 2];
    __syncthreads();

    C[tid] = B[tid] + 10;
    __syncthreads();

    B[tid + 1] = tid + in[tid];
    __syncthreads();

    int last = A[tid];
    if (tid > 0)
        for (int i = 0; i < 100; i++)
            if (i % tid == tid - 1)
                last = i + 10;
    out[tid] = last + C[tid] + B[tid];
}
