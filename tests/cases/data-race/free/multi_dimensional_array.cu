// Three dimensions, one cell each.
// kverify-test: block=4,4,4 grid=1

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[4][4][4];
    s[threadIdx.z][threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.z * 16 + threadIdx.y * 4 + threadIdx.x] = s[threadIdx.x][threadIdx.y][threadIdx.z];
}
