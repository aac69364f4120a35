// CL-Vis, algorithm 6: threads change the counter that ends the loop of all.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void rounds(int *out)
{
    __shared__ int i;
    if (threadIdx.x == 0)
        i = 0;
    __syncthreads();
    while (i < 10) { // @test
        out[threadIdx.x] += 1;
        atomicAdd(&i, 1); //~ data-race block shared atomic-plain with @test
    }
}
