// Lanes of one warp wait at different warp barriers, which is allowed since sm_70.
// kverify-test: block=64

// expect: proved
// today: unknown, because the order that warp barriers in two branches give is not modelled
__global__ void two_places(int *out) {
    if (threadIdx.x % 32 < 16)
        __syncwarp();
    else
        __syncwarp();
    out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}
