// As in the racy case, but what is handed over has changed, or lies behind what the kernel uses.

// expect: proved
__global__ void shift(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x];
}

void member(int *p) {
    int *q = &p[32];
    shift<<<1, 32>>>(p, q);
}

int *other();

// expect: proved
__global__ void both(int *a, int *b) {
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
}

void changed(int *p) {
    int *q = p + 10;
    p = other();
    both<<<1, 64>>>(p, q);
}

// expect: proved
__global__ void same(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x];
}

void in_place(int *p, int *other, bool in_place) {
    int *to = other;
    if (in_place) to = p;
    same<<<1, 64>>>(p, to);
}

// expect: proved
__global__ void wrapped(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

static void run(const int *from, int *to) {
    wrapped<<<1, 64>>>(from, to);
}

void two_buffers(int *p, int *q) {
    run(p, q);
    run(q, p);
}
