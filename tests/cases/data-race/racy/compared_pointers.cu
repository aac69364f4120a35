// Host code asks whether two pointers are one before it launches with both: then they may be.
#include <cassert>

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void asserted(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_asserted(float *a, float *b) {
    assert(a == b);
    asserted<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void on_branch(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_on_branch(float *a, float *b, int n) {
    if (n > 1 && a == b)
        on_branch<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void in_caller(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_in_caller(float *a, float *b) { in_caller<<<1, 64>>>(a, b); }

void call(float *p, float *q) {
    if (p == q)
        run_in_caller(p, q);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void behind_return(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_behind_return(float *a, float *b) {
    if (a != b)
        return;
    behind_return<<<1, 64>>>(a, b);
}

struct Buffers {
    float *to, *from;
};

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void of_members(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_members(Buffers &buffers) {
    if (buffers.to == buffers.from)
        of_members<<<1, 64>>>(buffers.to, buffers.from);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void on_either(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_on_either(float *a, float *b, int n) {
    if (n > 1 || a != b)
        on_either<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void as_numbers(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_as_numbers(float *a, float *b) {
    if ((size_t)a == (size_t)b)
        as_numbers<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void by_distance(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_by_distance(float *a, float *b) {
    if (a - b == 0)
        by_distance<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what host code asks is not followed
__global__ void by_order(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_by_order(float *a, float *b) {
    if (!(a < b) && b <= a)
        by_order<<<1, 64>>>(a, b);
}
