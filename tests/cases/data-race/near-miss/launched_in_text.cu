// kverify-test: host=project
// Launches in statements that clang leaves out, whose pointers are two.

#define BEGIN { int begun = 0; begun++; } for (auto item : undeclared_items) {
#define LAUNCH(kernel, ...) kernel<<<1, 64>>>(__VA_ARGS__)
#define LAUNCH_OWN whole_of_macro<<<1, 64>>>(m, n)
#define SAME(p, q) p = q

struct Pair {
    float *first, *second;
};

// expect: proved
__global__ void by_caller(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_two(float *c1, float *c2) {
    for (auto item : undeclared_items) by_caller<<<1, 64>>>(c1, c2);
}

void call_with_two(float *p, float *q) { run_two(p, q); }

// expect: proved
__global__ void of_two_objects(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_objects(Pair o1, Pair o2) {
    for (auto item : undeclared_items) of_two_objects<<<1, 64>>>(o1.first, o2.first);
}

// expect: proved
__global__ void of_one_object(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_object(Pair *o3) {
    for (auto item : undeclared_items) of_one_object<<<1, 64>>>(o3->first, o3->second);
}

void set_object(float *p, float *q) {
    Pair own{p, q};
    run_object(&own);
}

// expect: proved
__global__ void moved(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_moved(float *d1, float *d2, int n) {
    for (auto item : undeclared_items) moved<<<1, 64>>>(d1 + 4 * n, &d2[n]);
}

// expect: proved
__global__ void of_block(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_block(int bytes) {
    float *b1 = (float *)malloc(bytes);
    float *b2 = (float *)malloc(bytes);
    BEGIN of_block<<<1, 64>>>(b1, b2);
    }
}

__device__ float everything[128];

// expect: proved
__global__ void of_other(float *to) {
    to[threadIdx.x] = everything[threadIdx.x + 1];
}

void run_other(float *v) {
    for (auto item : undeclared_items) of_other<<<1, 64>>>(v);
}

// expect: proved
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

void call_template(float *p, float *q) {
    for (auto item : undeclared_items) run_template<Box<int>>(p, q);
}

// expect: proved
__global__ void of_unknown(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_unknown(UndeclaredTensors bottom, UndeclaredTensors top) {
    for (auto item : undeclared_items) of_unknown<<<1, 64>>>(bottom[0]->data_of(), top[0]->data_of());
}

// expect: proved
__global__ void by_kernel(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

// expect: unknown
__global__ void kernel_of_two_pointers(float *k1, float *k2) {
    if (threadIdx.x == 0) by_kernel<<<1, 64>>>(k1, k2);
}

void launch_with_two(float *p, float *q) { kernel_of_two_pointers<<<1, 1>>>(p, q); }

// expect: proved
__global__ void handed_beside(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

void run_beside(float *m, float *n) {
    for (auto item : undeclared_items) hipLaunchKernelGGL(handed_beside, 1, 64, 0, 0, m, n);
}

// expect: proved
__global__ void whole_of_macro(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_of_macro(float *m, float *n) {
    for (auto item : undeclared_items) LAUNCH_OWN;
}

// expect: proved
__global__ void handed_to_macro(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

void run_in_macro(float *m, float *n) {
    for (auto item : undeclared_items) LAUNCH(handed_to_macro, m, n);
}

// expect: proved
__global__ void moved_by_macro(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

void run_moved(float *m, float *n) {
    float *first;
    for (auto item : undeclared_items) {
        SAME(first, m);
        LAUNCH(moved_by_macro, first, n);
    }
}
