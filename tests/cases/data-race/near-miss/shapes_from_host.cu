// Two rows, which the kernel tells apart.

// expect: proved
__global__ void tells(int *out) {
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) out[blockIdx.x] += 1;
}

struct Shape {
    dim3 block;
    Shape() : block(32, 2) {}
};

void host(int *p) {
    Shape shape;
    tells<<<4, shape.block>>>(p);
}

// expect: proved
__global__ void adds(int *out) {
    if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x], 1);
}

void host_of_adds(int *p) {
    adds<<<4, dim3(32, 2)>>>(p);
}

// What instantiates a template at the end of the file launches nothing.
// expect: proved
template <class T> __global__ void instantiated(T *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

template __global__ void instantiated<int>(int *);
