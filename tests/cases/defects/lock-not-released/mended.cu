// Every way gives it back.
// kverify-test: block=64 grid=8

// expect: proved
__global__ void add(int *lock, int *sum)
{
    if (threadIdx.x == 0 && blockIdx.x != 3) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        __threadfence();
        sum[0] += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
