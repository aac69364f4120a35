// Inline assembly that copies to shared memory: one slot further, or one copy too few waited for, and threads meet.
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
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from)); // @copy16
    //~ data-race block shared write-write
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
__global__ void next_but_one_barrier(float4 *out, const float4 *in)
{
    __shared__ float4 tile[65];
    copy16(window(tile) + 16 * threadIdx.x + 16, &in[threadIdx.x]);
    commit();
    wait<0>();
    __syncthreads();
    out[threadIdx.x] = tile[64 - threadIdx.x];
}

// expect: violated
__global__ void one_slot_wider(float4 *out, const float4 *in)
{
    __shared__ float4 tile[80];
    copy16(window(tile) + 16 * threadIdx.x - (threadIdx.x == 63) * 12, &in[threadIdx.x]);
    commit();
    wait<0>();
    __syncthreads();
    out[threadIdx.x].x = tile[63 - threadIdx.x].x;
}

// The younger copy is still under way when the barrier is passed.
// expect: violated
__global__ void one_group_left(float4 *out, const float4 *in)
{
    __shared__ float4 tile[128];
    copy16(window(&tile[threadIdx.x]), &in[threadIdx.x]);
    commit();
    copy16(window(&tile[64 + threadIdx.x]), &in[threadIdx.x]);
    commit();
    wait<1>();
    __syncthreads();
    out[threadIdx.x] = tile[64 + 63 - threadIdx.x]; //~ data-race block shared read-write with @copy16
}
