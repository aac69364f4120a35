// Calls of the functions that calls give.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int half(int t) { return t / 2; }
__device__ Place chosen(bool halved) { return halved ? half : same; }

struct Chooser {
    bool halved;
    __device__ Place get() const { return halved ? half : same; }
};

// expect: proved
__global__ void of_a_function(int *out)
{
    out[chosen(false)(threadIdx.x)] = threadIdx.x;
}

// expect: proved
__global__ void of_a_method(int *out)
{
    Chooser chooser = {false};
    out[chooser.get()(threadIdx.x)] = threadIdx.x;
}
