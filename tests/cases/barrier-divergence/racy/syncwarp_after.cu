// Whether the kernel also has a warp barrier makes no difference to the block's.
// kverify-test: block=2 grid=1

// expect: violated
__global__ void uneven(int *out)
{
    for (int i = 0; i < threadIdx.x % 3; ++i) {
        __syncthreads(); // @inside
    }
    __syncthreads(); //~ barrier-divergence with @inside
    __syncwarp();
    out[threadIdx.x] = 1;
}

// The one waits for the block and the other for the warp, which names it: neither goes on.
// expect: violated
__global__ void each_waits_for_the_other(int *out)
{
    for (int i = 0; i < 3; ++i) {
        if (threadIdx.x == 1)
            break;
        out[i] = i;
        __syncthreads(); // @for_the_block
                         //~ barrier-divergence with exit
    }
    __syncwarp(); //~ divergent-collective
}
