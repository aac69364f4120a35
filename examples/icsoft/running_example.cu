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
            A[i % tid] = i + 10; // @round //~ data-race block shared write-write
    __syncthreads(); //~ barrier-divergence with @half

    out[tid] = A[tid] + C[tid]; //~ data-race block shared read-write behind with @round
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

// Figure 1 and its formulae line by line ("IR n"): the barrier that only even threads come to hides a race between what
// follows it and what odd threads do meanwhile. Both are found in one run.
// expect: violated
// kverify: block=128 grid=1
__global__ void as_printed(const int *in, int *out)
{
    __shared__ int A[N + 1];
    __shared__ int B[N];
    __shared__ int C[N];
    const int tid = threadIdx.x; // IR 1

    A[tid % 2] = in[tid]; // @ir2 (IR 2) //~ data-race block shared write-write
    B[tid] = A[tid]; // @ir3 (IR 3) //~ data-race block shared read-write with @ir2
    C[tid] = B[tid];
    if (tid % 2 == 0) {
        __syncthreads(); // @ir4 (IR 4)
        B[tid] = A[tid] + 10; // @ir5 (IR 5) //~ data-race block shared read-write behind with @ir2
    }
    if (tid % 1 == 0)
        A[tid + 1] = 10; // @ir6 (IR 6) //~ data-race block shared read-write behind with @ir5
    //~ data-race block shared read-write with @ir3
    //~ data-race block shared write-write behind with @ir2
    __syncthreads(); // IR 7 //~ barrier-divergence with @ir4
    if (tid > 0)
        for (int i = 0; i < 100; i++) // IR 8
            A[i % tid] = i + 10; // IR 9 //~ data-race block shared write-write
    //~ data-race block shared write-write behind with @ir2
    //~ data-race block shared read-write behind with @ir3
    //~ data-race block shared read-write behind with @ir5
    //~ data-race block shared write-write behind with @ir6
    __syncthreads();

    out[tid] = A[tid] + B[tid] + C[tid];
}
