// Members of a structure by value that keep to the contract: the launch gives them, or its function is given them.

struct Size {
    int width, pitch;
};

// expect: proved
__global__ void of_temporary(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y;
}
void temporary(int *a) { of_temporary<<<4, 64>>>(a, Size{32, 32}); }

// expect: proved
__global__ void of_vector(int *a, int2 size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.x) a[y * size.y + x] = y;
}
void vector(int *a) {
    int2 size = make_int2(32, 48);
    of_vector<<<4, 64>>>(a, size);
}

struct Image {
    int *data;
    Size size;
};

// expect: proved
__global__ void of_nested(Image image) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < image.size.width) image.data[y * image.size.pitch + x] = y;
}
void nested(int *a) {
    Image image = {a, {32, 64}};
    of_nested<<<4, 64>>>(image);
}

// expect: conditional
__global__ void of_given(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ warning data-race grid
}
void given(int *a, Size size) { of_given<<<4, 64>>>(a, size); }

// expect: conditional
__global__ void of_parts(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ warning data-race grid
}
void parts(int *a, int width, int pitch) { of_parts<<<4, 64>>>(a, Size{width, pitch}); }
