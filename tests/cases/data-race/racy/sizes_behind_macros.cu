// Launch bounds are what the attributes say behind the preprocessor.

#define SMALL __launch_bounds__(64)
// expect: violated
__global__ void uses_no_macro(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x; //~ data-race block shared write-write
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run_it(int *out, int threads) { uses_no_macro<<<8, threads>>>(out); }

constexpr int LIMIT = 64;
namespace large {
constexpr int LIMIT = 128;
// A name that means two things bounds nothing.
// expect: violated
__global__ void __launch_bounds__(LIMIT) by_name(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x; //~ data-race block shared write-write
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run_it(int *out, int threads) { by_name<<<8, threads>>>(out); }
} // namespace large

// A template's parameter is no constant of that name.
// expect: violated
template <int LIMIT> __global__ void __launch_bounds__(LIMIT) by_parameter(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x; //~ data-race block shared write-write
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run_one(int *out, int threads) { by_parameter<128><<<8, threads>>>(out); }
