// Names that sources use without including more than the toolkit's own headers.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <curand_kernel.h>
#include <cuda/atomic>
#include <cstdio>
#include <iostream>
#include <vector>
#include <algorithm>
#include "helper_cuda.h"
namespace cg = cooperative_groups;

#define N 1024
__constant__ float table[16];
__device__ int counter;
texture<float, 2, cudaReadModeElementType> image;
extern __shared__ float dynamic[];

template <class T, int B> __global__ void __launch_bounds__(256, 2) reduce(const T *__restrict__ in, T *out, int n) {
    __shared__ T tile[B];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? __ldg(&in[i]) : T(0);
    block.sync();
    for (int s = B / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
        cg::sync(block);
    }
    T sum = cg::reduce(warp, tile[threadIdx.x], cg::plus<T>());
    sum += warp.shfl_down(sum, 16) + __shfl_xor_sync(0xffffffff, sum, 1);
    if (warp.thread_rank() == 0) atomicAdd(out, sum);
    cg::this_grid().sync();
}

__global__ void mathematics(float *f, double *d, int *n, unsigned *u, unsigned long long *l, float4 *v) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    f[i] = sinf(f[i]) + __expf(f[i]) + sqrt(f[i]) + pow(f[i], 2) + fabs(f[i]) + std::max(f[i], 1.0f) + rsqrtf(f[i]);
    d[i] = sin(d[i]) + sqrt(n[i]) + fma(d[i], d[i], 1.0) + fmax(d[i], 0.0) + __ddiv_rn(d[i], 3.0);
    n[i] = min(n[i], 3) + max(n[i], i) + abs(n[i]) + __mul24(n[i], 3) + __popc(n[i]) + __clz(n[i]) + __float2int_rn(f[i]);
    d[i] += norm(3, d) + rnorm(2, d) + norm4d(1, 2, 3, 4) + jn(1, 2.0) + scalbln(1.0, 2l) + cyl_bessel_i0(1.0) + normf(3, f) + ynf(1, 2.0f);
    bool high, low; u[i] = __vneg2(u[i]) + __vabsss4(u[i]) + __vseteq2(u[i], 3u) + __vsetltu4(u[i], 3u);
    n[i] = __vimax_s32_relu(n[i], 1) + __viaddmin_s32_relu(1, 2, n[i]) + __vibmax_s32(1, n[i], &high) + __vibmin_u16x2(1u, 2u, &high, &low);
    u[i] = __umulhi(u[i], 7u) + __brev(u[i]) + __byte_perm(u[i], 1u, 0x3210) + __vadd4(u[i], u[i]) + min(u[i], 3);
    atomicAdd(&n[0], 1); atomicAdd(&u[0], 1); atomicAdd(&l[0], 1ULL); atomicAdd(&f[0], 1.0f); atomicAdd(&d[0], 1.0);
    atomicCAS(&n[1], 0, 1); atomicMax(&n[2], i); atomicInc(&u[1], 7); atomicExch(&f[1], 2.0f); atomicAdd_block(&n[3], 1);
    v[i] = make_float4(f[i], 0, 0, 1); v[i].x += v[i].y;
    float s, c; sincosf(f[i], &s, &c); int e; f[i] = frexpf(s, &e) + tex2D(image, 0.5f, 0.5f);
    if (__any_sync(0xffffffff, i) && __syncthreads_count(i) > 3) printf("%d\n", i);
    assert(i >= 0); __threadfence(); __threadfence_block(); __syncwarp();
    unsigned long long now = clock64(); (void)now; dynamic[threadIdx.x] = __int_as_float(n[i]);
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(n[4]); shared.fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void small(half *h, __nv_bfloat16 *b, curandState *states, cudaTextureObject_t t, cudaSurfaceObject_t s) {
    int i = threadIdx.x;
    h[i] = __hadd(h[i], __float2half(1.0f)) * h[i]; b[i] = b[i] + __float2bfloat16(2.0f);
    half2 w = __half2half2(h[i]); w = __hfma2_relu(w, __h2div(w, w), __hcmadd(w, w, w)); w = __hequ2(__hadd2_sat(w, w), w); h[i] = __hfma_sat(h[i], w.x, w.y);
    curandState local = states[i]; float x = curand_uniform(&local) + curand_normal(&local); states[i] = local;
    x += tex2D<float>(t, x, x) + tex1Dfetch<float>(t, i); surf2Dwrite(x, s, i * 4, 0);
    if (h[i] > __float2half(0.0f)) atomicAdd(&h[0], h[i]);
}

#define CHECK(e) do { cudaError_t error = (e); if (error != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(error)); exit(1); } } while (0)

int main() {
    std::vector<float> host(N, 1.0f);
    float *in, *out; cudaEvent_t start; float ms;
    CHECK(cudaMalloc(&in, N * sizeof(float))); CHECK(cudaMalloc((void **)&out, sizeof(float)));
    checkCudaErrors(cudaMemcpy(in, host.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    cudaMemcpyToSymbol(table, host.data(), sizeof(table)); cudaEventCreate(&start); cudaEventElapsedTime(&ms, start, start);
    dim3 block(256), grid((N + block.x - 1) / block.x);
    reduce<float, 256><<<grid, block>>>(in, out, N);
    mathematics<<<4, dim3(16, 16), 64 * sizeof(float)>>>(in, 0, 0, 0, 0, 0);
    CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
    std::cout << "sum " << host[0] << std::endl; std::sort(host.begin(), host.end()); cudaFree(in);
    return EXIT_SUCCESS;
}

#include <functional>
#include <utility>
struct Doubled : std::unary_function<int, int> {
    __device__ int operator()(int x) const { return 2 * x; }
};
__global__ void more_of_the_compilers_own(float *out, double *wide, const __grid_constant__ int n)
{
    out[0] = __tanhf(out[1]) + __isGridConstant(&n) + Doubled()(n);
    wide[0] = __dsqrt_rz(1.0) + __dsqrt_ru(1.0) + __dsqrt_rd(1.0) + __drcp_rz(3.0) + __drcp_ru(3.0) + __drcp_rd(3.0);
    auto [a, b] = std::make_pair(1, 2.0f);
    out[a] = b;
}
inline bool is_fatal(cudaError_t error)
{
    return error == cudaErrorIllegalAddress || error == cudaErrorECCUncorrectable || error == cudaErrorInvalidDeviceFunction;
}
