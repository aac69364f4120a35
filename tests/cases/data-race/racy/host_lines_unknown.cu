// Lines of host code that cannot be parsed may change what they name.
#define CLEAR(x) unknown_library::clear_all(groups)

// expect: suspect
__global__ void named(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i; //~ data-race x2
}
void launch_named(float *out, int n, int groups) {
    if (groups <= 0 || n <= 0)
        return;
    unknown_library::adjust(groups);
    named<<<(n + 255) / 256, 256>>>(out, n, groups);
}

// expect: suspect
__global__ void by_macro(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i; //~ data-race x2
}
void launch_by_macro(float *out, int n, int groups) {
    if (groups <= 0 || n <= 0)
        return;
    CLEAR(n);
    by_macro<<<(n + 255) / 256, 256>>>(out, n, groups);
}

// expect: suspect
__global__ void through_a_pointer(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i; //~ data-race x2
}
void launch_through_a_pointer(float *out, int n, int groups) {
    int *q = &groups;
    if (groups <= 0 || n <= 0)
        return;
    unknown_library::adjust(q);
    through_a_pointer<<<(n + 255) / 256, 256>>>(out, n, groups);
}

// expect: suspect
__global__ void in_a_dropped_test(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i; //~ data-race x2
}
void launch_in_a_dropped_test(float *out, int n, int groups) {
    if (groups <= 0 || n <= 0)
        return;
    if (unknown_library::ready()) {
        groups = 0;
    }
    in_a_dropped_test<<<(n + 255) / 256, 256>>>(out, n, groups);
}

// expect: suspect
__global__ void in_a_lambda(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i; //~ data-race x2
}
void launch_in_a_lambda(float *out, int n, int groups) {
    auto clear = [&] { groups = 0; };
    if (groups <= 0 || n <= 0)
        return;
    unknown_library::run(clear);
    in_a_lambda<<<(n + 255) / 256, 256>>>(out, n, groups);
}
