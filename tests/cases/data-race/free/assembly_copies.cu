// Inline assembly that copies to shared memory, whose addresses are numbers of 32 bits: each thread its own 16 bytes, waited for.
// kverify-test: block=64 grid=2
#include <cstdint>

// A tile's address as inline assembly takes it.
__device__ uint32_t window(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ uint32_t window_by_hand(const void *p)
{
    uint32_t at;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }\n" : "=r"(at) : "l"(p));
    return at;
}

__device__ void copy16(uint32_t to, const void *from)
{
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from));
}

__device__ void copy16_if(uint32_t to, const void *from, bool wanted)
{
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %0, 0;\n"
                 "  @p cp.async.cg.shared.global [%1], [%2], %3;\n"
                 "}\n" ::"r"((int)wanted), "r"(to), "l"(from), "n"(16));
}

__device__ void copy16_or_zeros(uint32_t to, const void *from, int bytes)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;\n" ::"r"(to), "l"(from), "r"(bytes));
}

__device__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }

template <int Left> __device__ void wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(Left)); }

// expect: proved
__global__ void own_part(float4 *out, const float4 *in)
{
    __shared__ float4 tile[64];
    copy16(window(&tile[threadIdx.x]), &in[threadIdx.x]);
    commit();
    wait<0>();
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// expect: proved
// today: unknown, because an address of 32 bits that a loop moves on loses its pointer
__global__ void moved(float4 *out, const float4 *in)
{
    __shared__ float4 tile[128];
    uint32_t at = window_by_hand(tile) + threadIdx.x * 16;
    for (int i = 0; i < 2; ++i) {
        copy16_if(at, &in[threadIdx.x + 64 * i], in != nullptr);
        at += 64 * sizeof(float4);
    }
    commit();
    wait<0>();
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[127 - threadIdx.x];
}

// expect: proved
__global__ void zeros_for_the_rest(float4 *out, const float4 *in, int n)
{
    extern __shared__ float4 dynamic[];
    copy16_or_zeros(window(dynamic) + 16 * threadIdx.x, &in[threadIdx.x], (int)threadIdx.x < n ? 16 : 0);
    commit();
    wait<0>();
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = dynamic[63 - threadIdx.x];
}

// expect: proved
__global__ void plain_accesses(float *out, const float *in)
{
    __shared__ float tile[64];
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(window(&tile[threadIdx.x])), "f"(in[threadIdx.x]));
    __syncthreads();
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(window(&tile[63 - threadIdx.x])));
    out[blockIdx.x * 64 + threadIdx.x] = value;
}

// expect: proved
__global__ void rows_of_matrices(unsigned *out, const uint4 *in)
{
    __shared__ uint4 tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    unsigned a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(window(&tile[threadIdx.x % 32])));
    out[blockIdx.x * 64 + threadIdx.x] = a + b + c + d;
}
