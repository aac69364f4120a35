// Structures of pointers among which an index chooses, as optimisers for many tensors have them.

struct Tensors {
    float *at[4];
    int sizes[4];
};

// expect: proved
__global__ void all_of_them(Tensors tensors) {
    for (int n = 0; n < 4; ++n)
        tensors.at[n][blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

// expect: proved
__global__ void sums(Tensors tensors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int n = 0; n < 3; ++n)
        if (i < tensors.sizes[n]) tensors.at[3][i] += tensors.at[n][i];
}

// kverify: grid=4
// expect: proved
__global__ void one_for_each_block(Tensors tensors) {
    tensors.at[blockIdx.x][threadIdx.x] = 1.0f;
}
