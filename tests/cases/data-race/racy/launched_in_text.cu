// kverify-test: host=project
// Launches in statements that clang leaves out, by whose text two pointers seem to be two: callers, members, blocks of their own and macros
// make them one.

#define BEGIN { int begun = 0; begun++; } for (auto item : undeclared_items) {
#define LAUNCH_BOTH(kernel, p, q) kernel<<<1, 64>>>(p, p)
#define LAUNCH_OWN whole_of_macro<<<1, 64>>>(m, m)
#define SAME(p, q) p = q
#define SETTING couple.right = couple.left; for (auto item : undeclared_items)

struct Pair {
    float *first, *second;
};

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_caller(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_two(float *c1, float *c2) {
    for (auto item : undeclared_items) by_caller<<<1, 64>>>(c1, c2);
}

void call_with_one(float *p) { run_two(p, p); }

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_object(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_object(Pair *o) {
    for (auto item : undeclared_items) by_object<<<1, 64>>>(o->first, o->second);
}

void set_object(Pair *other) {
    other->second = other->first;
    run_object(other);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_list(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_list(Pair l) {
    for (auto item : undeclared_items) by_list<<<1, 64>>>(l.first, l.second);
}

void make_list(float *p) { run_list(Pair{p, p}); }

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_star(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_star(Pair *s) {
    (*s).second = s -> first;
    for (auto item : undeclared_items) by_star<<<1, 64>>>(s->first, s->second);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_lambda(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_lambda(float *l1, float *l2) {
    for (auto item : undeclared_items)
        undeclared_each(l1, [&](float *l1, float *l2) { by_lambda<<<1, 64>>>(l1, l2); });
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_loop(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_loop(float *r1, float *r2) {
    for (float *r1 : undeclared_items)
        for (float *r2 : undeclared_items) by_loop<<<1, 64>>>(r1, r2);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_distance(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_distance(float *d1, float *d2) {
    for (auto item : undeclared_items) by_distance<<<1, 64>>>(d1, d2 + (d1 - d2));
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_macro(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Couple {
    float *left, *right;
};

void run_macro(Couple couple) {
    SETTING by_macro<<<1, 64>>>(couple.left, couple.right);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void behind_block(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_behind_block(float *b) {
    BEGIN behind_block<<<1, 64>>>(b, b);
    }
}

__device__ float everything[128];

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_variable(float *to) {
    to[threadIdx.x] = everything[threadIdx.x + 1];
}

void run_variable() {
    float *v;
    cudaGetSymbolAddress((void **)&v, everything);
    for (auto item : undeclared_items) of_variable<<<1, 64>>>(v);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_template(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <class T>
struct Box {
    T value;
};

template <class T>
void run_template(float *t1, float *t2) {
    by_template<<<1, 64>>>(t1, t2);
}

void call_template(float *p) {
    for (auto item : undeclared_items) run_template<Box<int>>(p, p);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_kernel(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

// expect: unknown
__global__ void launches(float *k1, float *k2) {
    if (threadIdx.x == 0) by_kernel<<<1, 64>>>(k1, k2);
}

void launch_with_one(float *p) { launches<<<1, 1>>>(p, p); }

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void handed_beside(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_beside(float *m, float *n) {
    for (auto item : undeclared_items) hipLaunchKernelGGL(handed_beside, 1, 64, 0, 0, m, m);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void handed_to_macro(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_in_macro(float *m, float *n) {
    for (auto item : undeclared_items) LAUNCH_BOTH(handed_to_macro, m, n);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void whole_of_macro(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_macro(float *m, float *n) {
    for (auto item : undeclared_items) LAUNCH_OWN;
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void handed_to_unknown(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_in_unknown(float *m, float *n) {
    for (auto item : undeclared_items) LAUNCH_UNKNOWN(handed_to_unknown)(m, m);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_array(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_array(float *m) {
    void *all[] = {&m, &m};
    for (auto item : undeclared_items) cudaLaunchKernel((void *)of_array, 1, 64, all, 0, 0);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void set_by_macro(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_set(float *m, float *n) {
    for (auto item : undeclared_items) {
        SAME(m, n);
        set_by_macro<<<1, 64>>>(m, n);
    }
}

float *part_left, *part_right;

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_parts(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_parts(float *m) {
    cudaMalloc(&part_left, 4096);
    cudaMalloc(&part_right, 4096);
    Pair both{m, m};
    auto [part_left, part_right] = both;
    for (auto item : undeclared_items) of_parts<<<1, 64>>>(part_left, part_right);
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_capture(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_captured(float *m, float *n) {
    for (auto item : undeclared_items) run_it([m, n = m] { by_capture<<<1, 64>>>(m, n); });
}
