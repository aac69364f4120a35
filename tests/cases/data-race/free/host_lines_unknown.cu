// Lines of host code that cannot be parsed change what they name, and nothing else.
#define KEPT 3

// expect: proved
__global__ void beside(float *out, int n, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * groups] = i;
}
void launch_beside(float *out, int n, int groups) {
    if (groups <= 0 || n <= 0)
        return;
    Profiler here("beside", KEPT_ELSEWHERE);
    int count = unknown_library::count(out);
    beside<<<(n + 255) / 256, 256>>>(out, n, groups);
    if (!here.ok())
        throw unknown_library::error("beside");
}
