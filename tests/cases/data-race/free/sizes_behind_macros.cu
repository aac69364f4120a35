// Launch bounds by constants, macros and parameters of templates.

constexpr int LIMIT = 64;
// expect: proved
__global__ void __launch_bounds__(LIMIT) by_name(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x;
    out[(blockIdx.x * blockDim.x + threadIdx.x) * 4] = 1;
}
void run_it(int *out, int threads) { by_name<<<8, threads>>>(out); }

// expect: proved
template <class T, int MOST> __global__ void __launch_bounds__(MOST / 2, 2) by_parameter(T *out)
{
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x;
    out[(blockIdx.x * blockDim.x + threadIdx.x) * 4] = 1;
}
void run_one(int *out, int threads) { by_parameter<int, 128><<<8, threads>>>(out); }
