// What a texture holds may be the same for two threads; so is what two of them read at one place.
// kverify-test: block=64 grid=1

texture<int, 1> table;

// expect: violated
__global__ void any_place(int *out, cudaTextureObject_t t)
{
    out[tex1Dfetch<int>(t, threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void one_place(int *out, int n)
{
    out[tex1Dfetch(table, n)] = threadIdx.x; //~ data-race block global write-write
}
