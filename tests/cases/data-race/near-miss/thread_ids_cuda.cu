// The linear id is built from y and x in the wrong order, but the block is square.
// kverify-test: block=8,8 grid=1

// expect: proved
__global__ void k(int *out)
{
    dim3 id = threadIdx;
    int t = id.x * blockDim.y + id.y;
    out[t] = id.x;
}
