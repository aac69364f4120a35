// Host code launches with two pointers only where it found that they are two, or asks about others.

// expect: proved
__global__ void on_branch(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_on_branch(float *a, float *b, int n) {
    if (n > 1 && a != b)
        on_branch<<<1, 64>>>(a, b);
}

// expect: proved
__global__ void otherwise(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

// expect: proved
__global__ void in_place(float *to) {
    to[threadIdx.x] += 1;
}

void run_otherwise(float *a, float *b) {
    if (a == b)
        in_place<<<1, 64>>>(a);
    else
        otherwise<<<1, 64>>>(a, b);
}

// expect: proved
__global__ void of_others(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_others(float *a, float *b, float *c, float *d) {
    if (a == c || b == d || a == nullptr)
        of_others<<<1, 64>>>(a, b);
}

// expect: proved
__global__ void of_ranges(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_ranges(float *a, const float *first, const float *last) {
    for (const float *p = first; p != last; ++p)
        of_ranges<<<1, 64>>>(a, first);
}

// expect: proved
__global__ void of_range(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_range(float *a, const float *first, const float *last) {
    if (first < last && last - first > 64)
        of_range<<<1, 64>>>(a, first);
}
