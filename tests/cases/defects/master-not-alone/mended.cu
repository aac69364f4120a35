// The one that sums up stores.
// kverify-test: block=16,4 grid=1

// expect: proved
__global__ void bodies(float *position)
{
    __shared__ float part[4][16];
    float mine = threadIdx.y;
    part[threadIdx.y][threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int i = 1; i < 4; ++i)
            mine += part[i][threadIdx.x];
        position[threadIdx.x] = mine;
    }
}
