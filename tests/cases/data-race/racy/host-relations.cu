// The grid is larger than a row: threads of two blocks write the same place.

// expect: violated
__global__ void invert(float *image, int width) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y;
    image[y * width + x] = blockIdx.x; //~ data-race grid global write-write //~ out-of-bounds
}

int main(int argc, char **argv) {
    float *image;
    int width = argc;
    cudaMalloc(&image, 1 << 20);
    invert<<<dim3(width / 16 + 1, 4), 16>>>(image, width);
}
