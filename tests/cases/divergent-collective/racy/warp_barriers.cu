// Lanes that a barrier waits for wait at another one, for others.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void whole_and_half(int *a)
{
    if (threadIdx.x % 32 < 16)
        __syncwarp(); //~ divergent-collective
    else
        __syncwarp(0xffff0000);
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// The barrier of the block is behind both.
// expect: violated
__global__ void before_the_block(int *a)
{
    if (threadIdx.x % 32 < 16)
        __syncwarp(0x00ffffff); //~ divergent-collective
    else if (threadIdx.x % 32 < 24)
        __syncwarp(0x00ff0000);
    __syncthreads();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// In assembly.
// expect: violated
__global__ void instructions(int *a)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("bar.warp.sync 0xffffffff;"); //~ divergent-collective
    else
        asm volatile("bar.warp.sync 0xffff0000;");
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}
