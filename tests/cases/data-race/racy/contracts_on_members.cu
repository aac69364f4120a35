// Launches that break the contract over members of a structure by value, which they give themselves.

struct Size {
    int width, pitch;
};

// expect: violated
__global__ void of_temporary(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ data-race grid
}
void temporary(int *a) { of_temporary<<<4, 64>>>(a, Size{32, 16}); }

// expect: violated
__global__ void of_variable(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ data-race grid
}
void variable(int *a) {
    Size size;
    size.width = 32;
    size.pitch = 16;
    of_variable<<<4, 64>>>(a, size);
}

// expect: violated
__global__ void of_vector(int *a, int2 size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.x) a[y * size.y + x] = y; //~ data-race grid
}
void vector(int *a) { of_vector<<<4, 64>>>(a, make_int2(32, 16)); }

struct Image {
    int *data;
    Size size;
};

// expect: violated
__global__ void of_nested(Image image) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < image.size.width) image.data[y * image.size.pitch + x] = y; //~ data-race grid
}
void nested(int *a) {
    Image image = {a, {32, 16}};
    of_nested<<<4, 64>>>(image);
}

// What a constructor makes of numbers is not known, and not the caller's either.
struct Built {
    int width, pitch;
    explicit Built(int n) : width(2 * n), pitch(n) {}
};

// expect: violated
// today: suspect, because what the member holds is not known
__global__ void of_constructor(int *a, Built size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ data-race grid
}
void constructor(int *a) { of_constructor<<<4, 64>>>(a, Built(16)); }

// expect: violated
// today: suspect, because what the member holds is not known
__global__ void of_changed(int *a, Size size) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < size.width) a[y * size.pitch + x] = y; //~ data-race grid
}
void changed(int *a, Size size) {
    size.pitch = size.width / 2;
    of_changed<<<4, 64>>>(a, size);
}
