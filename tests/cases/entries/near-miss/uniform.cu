// What is the same for all threads keeps them together; what is each thread's own does not.
// kverify: entry wait
// kverify: entry wait_alone own=n

// expect: proved
__device__ void wait(int n)
{
    if (n > 3)
        __syncthreads();
}

// expect: violated
__device__ void wait_alone(int n)
{
    if (n > 3)
        __syncthreads(); //~ barrier-divergence with exit
}
