// As in the racy case, but nothing changes the variable between the test and the launch.

#define STRIDE p[threadIdx.x * n] = threadIdx.x

// expect: proved
__global__ void before(int *p, int n) {
    STRIDE;
}

void run_before(int *p, int n) {
    int *q = &n;
    *q = 3;
    if (n > 0) before<<<1, 64>>>(p, n);
}

// expect: proved
__global__ void behind(int *p, int n) {
    STRIDE;
}

void run_behind(int *p, int n) {
    int *q = &n;
    if (n > 0) {
        behind<<<1, 64>>>(p, n);
        *q = 0;
    }
}

// expect: proved
__global__ void floats(int *p, int n) {
    STRIDE;
}

void run_floats(int *p, float *host, int n) {
    int *q = &n;
    if (n > 0) {
        host[0] = *q;
        floats<<<1, 64>>>(p, n);
    }
}

// expect: proved
__global__ void by_value(int *p, int n) {
    STRIDE;
}

void run_by_value(int *p, int n) {
    auto show = [=] { return n; };
    if (n > 0) {
        show();
        by_value<<<1, 64>>>(p, n);
    }
}
