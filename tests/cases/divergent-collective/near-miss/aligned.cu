// As in racy/aligned.cu, but whole warps come, or the instruction does not ask for all lanes.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void sites_of_warps(int *a)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 2, 64;");
    else
        asm volatile("bar.sync 2, 64;");
    a[threadIdx.x] = 1;
}

// expect: proved
__global__ void not_aligned(int *a)
{
    if (threadIdx.x % 2)
        asm volatile("barrier.sync 2, 64;");
    else
        asm volatile("barrier.sync 2, 64;");
    a[threadIdx.x] = 1;
}

// expect: proved
__global__ void matches(int *a)
{
    int same = 0;
    if (threadIdx.x % 32 < 16)
        asm volatile("match.all.sync.b32 %0, %1, 0xffff;" : "=r"(same) : "r"(a[threadIdx.x]));
    a[threadIdx.x] = same;
}

// expect: proved
__global__ void elects(int *a)
{
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; }");
    a[threadIdx.x] = 1;
}

// expect: proved
__global__ void reduces(float *a)
{
    float least = 0;
    if (threadIdx.x < 32)
        asm volatile("redux.sync.min.f32 %0, %1, 0xffffffff;" : "=f"(least) : "f"(a[threadIdx.x]));
    a[threadIdx.x] = least;
}

// expect: proved
__global__ void gives_up_registers(int *a)
{
    if (threadIdx.x < 32)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    a[threadIdx.x] = 1;
}
