// An index that may be none of the array's.

struct Tensors {
    float *at[4];
};

// expect: proved
// today: unknown, because the index of an array of pointers need not stay inside
__global__ void any_of_them(Tensors tensors, int which) {
    tensors.at[which][blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}
