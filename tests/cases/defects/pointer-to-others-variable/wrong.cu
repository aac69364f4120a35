// memcheck: a thread reads another thread's variable through its address.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because whose variable it is, is not checked
__global__ void neighbours(int *out)
{
    __shared__ int *at[64];
    int mine = threadIdx.x;
    at[threadIdx.x] = &mine;
    __syncthreads();
    out[threadIdx.x] = *at[63 - threadIdx.x];
}
