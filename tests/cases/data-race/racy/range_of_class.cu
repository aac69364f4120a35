// The parts that threads go over overlap.

struct Part {
    int *first, *last;
    __device__ int *begin() const { return first; }
    __device__ int *end() const { return last; }
};

// expect: violated
__global__ void parts(int *data, int n) {
    int *mine = data + 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int &cell : Part{mine, mine + 9}) cell = threadIdx.x; //~ data-race x2
}
