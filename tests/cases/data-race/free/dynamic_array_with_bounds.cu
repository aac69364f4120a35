// nvcc passes over the first bound of a dynamic shared array.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void rotate(float *p)
{
    extern __shared__ float rows[64][2];
    rows[threadIdx.x][0] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = rows[(threadIdx.x + 1) % 64][0];
}
