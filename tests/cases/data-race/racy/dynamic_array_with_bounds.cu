// nvcc passes over the first bound of a dynamic shared array.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void rotate(float *p)
{
    extern __shared__ float rows[64][2];
    rows[threadIdx.x][0] = p[threadIdx.x]; // @put
    p[threadIdx.x] = rows[(threadIdx.x + 1) % 64][0]; //~ data-race block shared read-write with @put
}
