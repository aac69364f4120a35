// A block of two rows, of which the kernel knows nothing: where the host's way to it is not followed, no proof takes the row to be the only one.
#include <cstring>
#include <utility>

// expect: violated
__global__ void of_member(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1; //~ data-race block global read-write
    //~ data-race block global write-write
}

void host_of_member(int *p) {
    dim3 b(32);
    b.y = 2;
    of_member<<<4, b>>>(p);
}

// expect: violated
__global__ void of_result(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1; //~ data-race block global read-write
    //~ data-race block global write-write
}

dim3 two_rows() { return dim3(32, 2); }

void host_of_result(int *p) {
    of_result<<<4, two_rows()>>>(p);
}

// expect: violated
__global__ void of_assigned(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1; //~ data-race block global read-write
    //~ data-race block global write-write
}

void host_of_assigned(int *p) {
    dim3 b(32);
    b = dim3(32, 2);
    of_assigned<<<4, b>>>(p);
}

// expect: violated
// today: suspect, because which of two widths the host chooses is not known
__global__ void of_choice(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_choice(int *p, bool all) {
    of_choice<<<4, all ? dim3(32, 2) : dim3(16, 2)>>>(p);
}

// expect: violated
// today: unknown, because a swap of shapes is not followed
__global__ void of_swapped(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_swapped(int *p) {
    dim3 a(32), b(32, 2);
    std::swap(a, b);
    of_swapped<<<4, a>>>(p);
}

// expect: violated
// today: unknown, because an element of an array of shapes is not followed
__global__ void of_element(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_element(int *p) {
    dim3 all[2] = {dim3(32), dim3(32, 2)};
    of_element<<<4, all[1]>>>(p);
}

// expect: violated
// today: unknown, because a shape that a pointer leads to is not followed
__global__ void of_pointer(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_pointer(int *p) {
    dim3 b(32);
    dim3 *to = &b;
    to->y = 2;
    of_pointer<<<4, b>>>(p);
}

// expect: violated
// today: unknown, because bytes that are copied into a shape are not followed
__global__ void of_copied(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_copied(int *p) {
    dim3 b(32);
    unsigned y = 2;
    memcpy(&b.y, &y, 4);
    of_copied<<<4, b>>>(p);
}

// expect: violated
// today: unknown, because a reference to a size is not followed
__global__ void of_reference(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_reference(int *p) {
    dim3 b(32);
    unsigned &y = b.y;
    y = 2;
    of_reference<<<4, b>>>(p);
}

// expect: violated
// today: unknown, because clang does not read braces there
__global__ void of_braces(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_braces(int *p) {
    of_braces<<<4, {32, 2, 1}>>>(p);
}

// expect: violated
// today: unknown, because what a function makes of a reference is not followed
__global__ void of_set(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void set(dim3 &b) { b = dim3(32, 2); }

void host_of_set(int *p) {
    dim3 b(32);
    set(b);
    of_set<<<4, b>>>(p);
}

// expect: violated
// today: unknown, because members of objects are not followed
__global__ void of_object(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

struct Shape {
    dim3 block;
    Shape() : block(32, 2) {}
};

void host_of_object(int *p) {
    Shape shape;
    of_object<<<4, shape.block>>>(p);
}

struct Rows : dim3 {
    Rows() : dim3(32, 2) {}
};

// expect: violated
// today: unknown, because a class that is a shape may be of any
__global__ void of_class(int *out) {
    if (threadIdx.x == 0) out[blockIdx.x] += 1;
}

void host_of_class(int *p) {
    of_class<<<4, Rows()>>>(p);
}

// expect: violated
__global__ void of_grid(int *out) {
    out[blockIdx.x * 32 + threadIdx.x] += 1; //~ data-race grid global read-write
    //~ data-race grid global write-write
}

void host_of_grid(int *p) {
    cudaLaunchConfig_t config = {dim3(4, 2), dim3(32)};
    cudaLaunchKernelEx(&config, of_grid, p);
}
