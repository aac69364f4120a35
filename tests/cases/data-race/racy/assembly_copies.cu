// Inline assembly that copies to shared memory, whose addresses are numbers of 32 bits, without a barrier, or to places of others.
// kverify-test: block=64 grid=1
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
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from)); // @copy
}

__device__ void copy16_if(uint32_t to, const void *from, bool wanted)
{
    asm volatile("{\n" //~ data-race block shared write-write
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %0, 0;\n"
                 "  @p cp.async.cg.shared.global [%1], [%2], %3;\n"
                 "}\n" ::"r"((int)wanted), "r"(to), "l"(from), "n"(16));
}

__device__ void copy16_or_zeros(uint32_t to, const void *from, int bytes)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;\n" ::"r"(to), "l"(from), "r"(bytes)); // @zeros
}

__device__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }

template <int Left> __device__ void wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(Left)); }

// expect: violated
__global__ void no_barrier(float4 *out, const float4 *in)
{
    __shared__ float4 tile[64];
    copy16(window(&tile[threadIdx.x]), &in[threadIdx.x]);
    commit();
    wait<0>();
    out[threadIdx.x].x = tile[63 - threadIdx.x].x; //~ data-race block shared read-write with @copy
}

// expect: violated
__global__ void halves(float4 *out, const float4 *in)
{
    __shared__ float4 tile[64];
    uint32_t at = window_by_hand(tile) + threadIdx.x * 8;
    copy16_if(at, &in[threadIdx.x], in != nullptr);
    commit();
    wait<0>();
    __syncthreads();
    out[threadIdx.x].x = tile[63 - threadIdx.x].x;
}

// expect: violated
__global__ void zeros_without_a_barrier(float4 *out, const float4 *in, int n)
{
    __shared__ float4 tile[64];
    copy16_or_zeros(window(tile) + 16 * threadIdx.x, &in[threadIdx.x], n > 64 ? 16 : 0);
    commit();
    wait<0>();
    out[threadIdx.x].x = tile[63 - threadIdx.x].x; //~ data-race block shared read-write with @zeros
}

// expect: violated
__global__ void plain_accesses(float *out, const float *in)
{
    __shared__ float tile[64];
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(window(&tile[threadIdx.x])), "f"(in[threadIdx.x])); // @put
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(window(&tile[63 - threadIdx.x]))); //~ data-race block shared read-write with @put
    out[threadIdx.x] = value;
}

// expect: violated
__global__ void rows_of_matrices(unsigned *out, const uint4 *in)
{
    __shared__ uint4 tile[64];
    tile[threadIdx.x] = in[threadIdx.x]; // @row
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(window(&tile[threadIdx.x % 16]))); //~ data-race block shared read-write with @row
    out[threadIdx.x] = a + b;
}
