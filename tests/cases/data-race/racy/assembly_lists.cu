// Inline assembly of several instructions, under predicates, in shared memory by its window, written by macros.
// kverify-test: block=64 grid=2
#define COPY_16(to, from) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from))
#define COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

__device__ unsigned window(const void *p)
{
    unsigned long long wide;
    asm("{ .reg .u64 place; cvta.to.shared.u64 place, %1; mov.u64 %0, place; }" : "=l"(wide) : "l"(p));
    return (unsigned)wide;
}

// expect: violated
__global__ void by_window(int *out)
{
    __shared__ int tile[65];
    unsigned base = window(tile);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(base + 4 * threadIdx.x), "r"(threadIdx.x)); // @first
    int x;
    asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(x) : "r"(base + 4 * threadIdx.x)); //~ data-race block shared read-write with @first
    out[blockIdx.x * 64 + threadIdx.x] = x;
}

// expect: violated
__global__ void copied_without_a_barrier(int *out, const int *in)
{
    __shared__ int tile[256];
    unsigned base = (unsigned)__cvta_generic_to_shared(tile);
    COPY_16(base + 16 * threadIdx.x, in + 4 * threadIdx.x); // @copy
    COMMIT();
    WAIT(0);
    out[blockIdx.x * 64 + threadIdx.x] = tile[255 - threadIdx.x]; //~ data-race block shared read-write with @copy
}

// expect: violated
__global__ void under_a_predicate(int *out, int n)
{
    asm volatile("{\n" //~ data-race block global write-write
                 "  .reg .pred p;\n"
                 "  setp.lt.s32 p, %1, %2; // all but the last\n"
                 "  @p st.global.u32 [%0], %1;\n"
                 "}\n" ::"l"(out + 64 * blockIdx.x + threadIdx.x / 2), "r"(threadIdx.x), "r"(n));
}

// expect: violated
__global__ void counted_for_the_block(int *out, int *ticket)
{
    int mine;
    asm volatile("atom.cta.global.add.u32 %0, [%1], 1;" : "=r"(mine) : "l"(ticket)); //~ data-race grid global atomic-plain
    out[mine] = 1;
}

// expect: violated
__global__ void bits_of_a_number(int *out)
{
    int half;
    asm("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; shr.u16 lo, lo, 1; cvt.u32.u16 %0, lo; }" : "=r"(half) : "r"(threadIdx.x));
    out[64 * blockIdx.x + half] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void past_a_barrier_of_the_warp(int *out)
{
    __shared__ int tile[64];
    asm volatile("st.shared.u32 [%0], %1; bar.warp.sync 0xffffffff;" ::"r"(window(tile + threadIdx.x)), "r"(1)); // @put
    out[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @put
}

// Less is read than is written: the rest is zeros.
// expect: violated
__global__ void filled_with_zeros(int *out, const int *in, int n)
{
    __shared__ int tile[256];
    unsigned to = (unsigned)__cvta_generic_to_shared(tile + 4 * (threadIdx.x / 2));
    int bytes = threadIdx.x < n ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;\n cp.async.wait_all;" ::"r"(to), "l"(in + 4 * threadIdx.x), "n"(16), "r"(bytes)); //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[4 * threadIdx.x];
}

// expect: violated
__global__ void matrices_by_window(unsigned *out, const int *in)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = in[threadIdx.x]; // @fill
    unsigned row = (unsigned)__cvta_generic_to_shared(tile + 4 * (threadIdx.x % 32));
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(a), "=r"(b) : "r"(row)); //~ data-race block shared read-write with @fill
    out[blockIdx.x * 64 + threadIdx.x] = a + b;
}
