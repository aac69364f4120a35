// What a test said of a variable no longer holds where the kernel is launched.
#include <tuple>

#define STRIDE p[threadIdx.x * n] = threadIdx.x

// expect: suspect
__global__ void by_pointer(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run(int *p, int n) {
    int *q = &n;
    if (n > 0) {
        *q = 0;
        by_pointer<<<1, 64>>>(p, n);
    }
}

// expect: suspect
__global__ void by_reference(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_reference(int *p, int n) {
    int &q = n;
    if (n <= 0) return;
    q--;
    by_reference<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void by_lambda(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_lambda(int *p, int n) {
    auto clear = [&] { n = 0; };
    if (n > 0) {
        clear();
        by_lambda<<<1, 64>>>(p, n);
    }
}

void keep(int &n);
void use_what_is_kept();

// expect: suspect
__global__ void by_call(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_call(int *p, int n) {
    keep(n);
    if (n > 0) {
        use_what_is_kept();
        by_call<<<1, 64>>>(p, n);
    }
}

// expect: suspect
__global__ void only_negative(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_negative(int *p, int n, int m) {
    if (n <= 0 && m) return;
    only_negative<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void in_a_lambda(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_in_a_lambda(int *p, int n) {
    if (n > 0) {
        auto go = [&] { in_a_lambda<<<1, 64>>>(p, n); };
        n = 0;
        go();
    }
}

// expect: suspect
__global__ void by_tuple(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}

void run_by_tuple(int *p, int n) {
    auto both = std::tie(n);
    if (n > 0) {
        both = std::make_tuple(0);
        by_tuple<<<1, 64>>>(p, n);
    }
}
