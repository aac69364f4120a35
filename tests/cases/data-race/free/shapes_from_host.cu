// Blocks of one row, by ways that are followed; and a shape that the callers choose, who are taken to know the kernel.

// expect: proved
__global__ void of_assigned(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void assigned(int *p) {
    dim3 b(64, 2);
    b = dim3(32);
    of_assigned<<<4, b>>>(p);
}

// expect: proved
__global__ void of_configuration(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void configured(int *p) {
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = dim3(32, 1);
    cudaLaunchKernelEx(&config, of_configuration, p);
}

// expect: proved
__global__ void of_callers(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void called(int *p, dim3 block) {
    of_callers<<<4, block>>>(p);
}

// expect: proved
__global__ void of_function(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

dim3 row(int n) { return dim3(n); }

void result(int *p, int n) {
    of_function<<<4, row(n)>>>(p);
}

// expect: proved
__global__ void of_template(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

template <int Rows> void rows(int *p) {
    of_template<<<4, dim3(32, Rows)>>>(p);
}

void host_of_rows(int *p) {
    rows<1>(p);
}
