// Quotients by zero that a result rests on.
// kverify-test: block=32 grid=1

// Thread 0 divides by itself.
// expect: violated
__global__ void spread(int *out)
{
    atomicAdd(&out[1024 / threadIdx.x % 64], 1); //~ undefined-arithmetic
}

// There are no 64 threads.
// expect: violated
__global__ void by_warps(int *out)
{
    int pairs = blockDim.x / 64;
    out[threadIdx.x] = threadIdx.x % pairs; //~ undefined-arithmetic
}

// On the way to a branch.
// expect: violated
__global__ void branch(int *out)
{
    int left = 31 - threadIdx.x;
    if (100 / left > 3) //~ undefined-arithmetic
        out[threadIdx.x] = 1;
}
