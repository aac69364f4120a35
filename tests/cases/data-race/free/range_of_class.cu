// A range-based `for` over a class whose begin() and end() give pointers.

struct Four {
    int cells[4];
    __device__ int *begin() { return cells; }
    __device__ int *end() { return cells + 4; }
};

// expect: proved
__global__ void fill(int *out) {
    Four four;
    int next = 0;
    for (int &cell : four) cell = next++;
    int sum = 0;
    for (int cell : four) sum += cell;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct Part {
    int *first, *last;
    __device__ int *begin() const { return first; }
    __device__ int *end() const { return last; }
};

// expect: proved
__global__ void parts(int *data, int n) {
    int *mine = data + 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int &cell : Part{mine, mine + 8}) cell = n;
}
