// A variable that nobody writes keeps what its initialiser says.
// kverify-test: block=64 grid=1

__device__ int stride = 2;
__device__ int shift[4] = { 0, 64, 128, 192 };

// expect: proved
__global__ void spread(int *out)
{
    out[threadIdx.x * stride] = 1;
    out[200 + threadIdx.x * stride + shift[threadIdx.x % 4]] = 1;
}

int main()
{
    int *out = 0;
    spread<<<1, 64>>>(out);
    int used[4];
    cudaMemcpyFromSymbol(used, shift, sizeof(used));
    return used[0];
}
