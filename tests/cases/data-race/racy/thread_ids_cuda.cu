// The linear id forgets the third dimension.
// kverify-test: block=8,4,2 grid=2,2

// expect: violated
__global__ void k(int *out)
{
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int b = blockIdx.y * gridDim.x + blockIdx.x;
    out[b * 64 + t] = threadIdx.z; //~ data-race block global write-write
}
