// The host hands over two places in one buffer, not far enough apart.

// expect: violated
__global__ void both(int *a, int *b) {
    a[threadIdx.x] = 1; //~ data-race block global write-write with @b
    b[threadIdx.x] = 2; // @b
}

void offset(int *p) {
    int *q = p + 10;
    both<<<1, 64>>>(p, q);
}

// expect: violated
__global__ void shift(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x]; //~ data-race block global read-write
}

struct Halves {
    int *low, *high;
};

void member(int *p) {
    Halves halves = {p, &p[32]};
    shift<<<1, 64>>>(halves.low, halves.high);
}

// expect: violated
__global__ void of_struct(Halves h) {
    h.high[threadIdx.x] = h.low[threadIdx.x]; //~ data-race block global read-write
}

void whole(int *p) {
    Halves halves;
    halves.low = p;
    halves.high = p + 32;
    of_struct<<<1, 64>>>(halves);
}

// expect: violated
__global__ void symbolic(int *a, int *b, int n) {
    int i = threadIdx.x;
    if (i <= n) {
        a[i] = 1; //~ data-race block global write-write with @last
        b[i] = 2; // @last
    }
}

void second_half(int *p, int n) {
    symbolic<<<1, 64>>>(p, p + n, n);
}

// expect: violated
__global__ void either(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

void in_place_on_demand(int *p, bool in_place) {
    int *to = p + 8;
    if (in_place) to = p;
    either<<<1, 64>>>(p, to);
}

// expect: violated
__global__ void wrapped(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

static void run(const int *from, int *to) {
    wrapped<<<1, 64>>>(from, to);
}

void in_place(int *p) {
    run(p, p);
}
