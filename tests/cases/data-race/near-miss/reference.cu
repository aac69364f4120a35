// The reference is to the thread's own cell of a shared array.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int &mine = s[threadIdx.x];
    mine = threadIdx.x;
    mine += 1;
    __syncthreads();
    const int &next = s[(threadIdx.x + 1) % 64];
    out[blockIdx.x * 64 + threadIdx.x] = next;
}
