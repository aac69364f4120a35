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

// expect: proved
__global__ void by_window(int *out)
{
    __shared__ int tile[65];
    unsigned base = window(tile);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(base + 4 * threadIdx.x), "r"(threadIdx.x));
    asm volatile("barrier.sync.aligned 0;\n" ::: "memory");
    int x;
    asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(x) : "r"(base + 4 * threadIdx.x)); //~ warning uninitialised-read
    out[blockIdx.x * 64 + threadIdx.x] = x;
}

// expect: proved
__global__ void copied(int *out, const int *in)
{
    __shared__ int tile[256];
    unsigned base = (unsigned)__cvta_generic_to_shared(tile);
    COPY_16(base + 16 * threadIdx.x, in + 4 * threadIdx.x);
    COMMIT();
    WAIT(0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[255 - threadIdx.x];
}

// expect: proved
__global__ void under_a_predicate(int *out)
{
    asm volatile("{\n"
                 "  .reg .pred p, q;\n"
                 "  .reg .b32 rest;\n"
                 "  and.b32 rest, %1, 1;\n"
                 "  setp.eq.s32 p|q, rest, 0; // the even ones\n"
                 "  @p st.global.u32 [%0], %1;\n"
                 "  @!q st.global.u32 [%0], %1;\n"
                 "}\n" ::"l"(out + 64 * blockIdx.x + threadIdx.x / 2), "r"(threadIdx.x));
}

// expect: proved
__global__ void tickets(int *out, int *ticket)
{
    int mine;
    asm volatile("atom.add.u32 %[old], [%[from]], 1;" : [old] "=r"(mine) : [from] "l"(ticket));
    out[mine] = 1;
}

// expect: proved
__global__ void shuffled(int *out)
{
    int sum = threadIdx.x;
    asm volatile("{ .reg .b32 other; .reg .pred p; shfl.sync.down.b32 other|p, %0, 16, 0x1f, 0xffffffff; add.s32 %0, %0, other; }" : "+r"(sum));
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == 0)
        out[2 * blockIdx.x + threadIdx.x / 32] = sum;
}

// expect: proved
__global__ void numbers_of_threads(int *out)
{
    unsigned tid, size, block;
    asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ntid.x;\n\tmov.u32 %2, %%ctaid.x;" : "=r"(tid), "=r"(size), "=r"(block));
    int at;
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(at) : "r"(size), "r"(block), "r"(tid));
    out[at] = 1;
}

// expect: proved
__global__ void matrices_by_window(unsigned *out, const int *in)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    unsigned row = (unsigned)__cvta_generic_to_shared(tile + 4 * (threadIdx.x % 32));
    unsigned a, b;
    float c[4] = {};
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(a), "=r"(b) : "r"(row));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %4, %5}, {%4, %5}, {%0, %1, %2, %3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a), "r"(b));
    out[blockIdx.x * 64 + threadIdx.x] = a + b + (c[0] > c[3]);
}

// expect: proved
__global__ void written_for_the_device(int *out)
{
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(out), "r"(1) : "memory");
    asm volatile("fence.acq_rel.gpu;\n nanosleep.u32 20;" ::: "memory");
}
