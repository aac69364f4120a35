// The host hands over places in one buffer that are far enough apart, and buffers that are not the same.

// expect: proved
__global__ void both(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
}

void offset(int *p) {
    int *q = p + 64;
    both<<<1, 64>>>(p, q);
}

struct Halves {
    int *low, *high;
};

// expect: proved
__global__ void of_struct(Halves h) {
    h.high[threadIdx.x] = h.low[threadIdx.x + 1];
}

void whole(int *p, int *q) {
    Halves halves;
    halves.low = p;
    halves.high = q;
    of_struct<<<1, 64>>>(halves);
}

// expect: proved
__global__ void symbolic(int *a, int *b, int n) {
    int i = threadIdx.x;
    if (i < n) {
        a[i] = 1;
        b[i] = 2;
    }
}

void second_half(int *p, int n) {
    symbolic<<<1, 64>>>(p, p + n, n);
}

// expect: proved
__global__ void step(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

// What is read and what is written change places, and are never the same.
void iterate(int *p, int *q, int n) {
    int *from = p, *to = q;
    for (int i = 0; i < n; i++) {
        step<<<1, 64>>>(from, to);
        int *other = from;
        from = to;
        to = other;
    }
}
