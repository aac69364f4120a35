// Classes and functions of the toolkit's libraries that threads use by themselves.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <torch/extension.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void stores(int *a, unsigned *b, float *c, unsigned long long *d, long long n, short s, double x) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    __stcg(&a[i], n);
    __stcs(&b[i], s);
    __stwb(&c[i], x);
    __stwt(&d[i], s);
}

// expect: proved
__global__ void bits(unsigned *a) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> cell(a[0]);
    cell |= 1u;
    cell &= 3u;
    cell ^= 7u;
}

// expect: proved
__global__ void quotients(float *a, double *b, int *q) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, k;
    a[i] = remquof(a[i], 2.0f, &k);
    b[i] = remquo(b[i], 3.0, &k);
    q[i] = k;
}

// expect: proved
__global__ void spans(cuda::std::span<int> s) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < s.size()) s[i] += 1;
}

__device__ cuda::std::optional<int> found(int x) {
    if (x > 3) return x;
    return {};
}

// expect: proved
__global__ void options(int *a) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    auto value = found(a[i]);
    if (value) a[i] = *value + value.value_or(2);
    if (value.has_value()) a[i] += value.value();
}

// expect: proved
__global__ void scans(int *a) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int before = cg::exclusive_scan(tile, a[i], cg::plus<int>());
    a[i] = before + cg::inclusive_scan(tile, a[i], cg::plus<int>());
}

// expect: proved
__global__ void once_a_tile(int *a) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    cg::invoke_one(tile, [&] { atomicAdd(a, 1); });
}

// expect: proved
// today: unknown, because which element a multidimensional span names is not modelled
__global__ void grids(float *a, int n) {
    cuda::std::mdspan<float, cuda::std::dextents<int, 2>> m(a, 1024, 1024);
    int i = threadIdx.x;
    for (int j = 0; j < n; j++) m(j, i) = 1;
}

void host(float *a, int n) {
    grids<<<1, 256>>>(a, n);
}

TORCH_API void exported(int *a);
