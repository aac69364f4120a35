// Instructions that all threads of a warp do together in inline assembly, and some lanes do not come (PTX ISA: `.aligned`, `.sync`).
// kverify-test: block=64 grid=1

// expect: violated
__global__ void other_sites(int *a)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("bar.sync 2, 64;"); //~ divergent-collective
    else
        asm volatile("bar.sync 2, 64;"); //~ divergent-collective
    a[threadIdx.x] = 1;
}

// expect: violated
// today: suspect, because replay takes lanes one after the other to it
__global__ void other_iterations(int *a)
{
    for (int i = 0; i < 2; i++)
        if (i == threadIdx.x % 2)
            asm volatile("bar.sync 1, 64;"); //~ divergent-collective
    a[threadIdx.x] = 1;
}

// expect: violated
__global__ void arrive_and_wait(int *a)
{
    if (threadIdx.x % 2)
        asm volatile("bar.arrive 1, 64;"); //~ divergent-collective
    else
        asm volatile("bar.sync 1, 64;"); //~ divergent-collective
    a[threadIdx.x] = 1;
}

// expect: violated
__global__ void matches(int *a)
{
    int same = 0;
    if (threadIdx.x < 16)
        asm volatile("match.all.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(a[threadIdx.x])); //~ divergent-collective
    __syncthreads();
    a[threadIdx.x] = same;
}

// expect: violated
__global__ void elects(int *a)
{
    if (threadIdx.x < 16)
        asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; }"); //~ divergent-collective
    __syncthreads();
    a[threadIdx.x] = 1;
}

// expect: violated
__global__ void reduces(float *a)
{
    float least = 0;
    if (threadIdx.x < 16)
        asm volatile("redux.sync.min.f32 %0, %1, 0xffffffff;" : "=f"(least) : "f"(a[threadIdx.x])); //~ divergent-collective
    __syncthreads();
    a[threadIdx.x] = least;
}

// expect: violated
__global__ void gives_up_registers(int *a)
{
    if (threadIdx.x % 2)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); //~ divergent-collective
    a[threadIdx.x] = 1;
}

// expect: violated
// today: unknown, because what the instruction does is not modelled
__global__ void not_known(int *a)
{
    if (threadIdx.x % 2)
        asm volatile("something.sync.aligned;"); //~ divergent-collective
    a[threadIdx.x] = 1;
}
