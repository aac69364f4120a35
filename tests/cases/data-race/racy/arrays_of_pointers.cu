// Structures of pointers among which an index chooses.

struct Tensors {
    float *at[4];
};

// Blocks write the same elements.
// expect: violated
__global__ void shared_by_blocks(Tensors tensors) {
    for (int n = 0; n < 4; ++n) tensors.at[n][threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// A neighbour's element of the same tensor.
// kverify: grid=1
// expect: violated
__global__ void neighbours(Tensors tensors, int which) {
    if (which >= 0 && which < 4)
        tensors.at[which][threadIdx.x] = tensors.at[which][threadIdx.x + 1]; //~ data-race block global read-write
}
