// The writer's fence and the reader's wait order the two accesses to `data`; kverify does not look at that order.
// kverify-test: block=2 grid=1

// expect: proved
// today: suspect, because fences and flags order nothing
__global__ void handover(int *data, int *out) {
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence();
        out[0] = data[0];
    }
}
