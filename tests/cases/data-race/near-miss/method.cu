// The object is the thread's own, though all threads call the same method.
// kverify-test: block=64 grid=2

struct Counter {
    int value = 0;
    __device__ void add(int x) { value += x; }
};

// expect: proved
__global__ void k(int *out)
{
    Counter counter;
    for (int i = 0; i < 8; ++i)
        counter.add(i * threadIdx.x);
    out[blockIdx.x * 64 + threadIdx.x] = counter.value;
}
