// A warp loads matrices from rows that its lanes hand over (`ldmatrix`), without a barrier after they were written.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void without_a_barrier(int *out, const int *in)
{
    __shared__ int tile[128];
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // @put
    int a, b, c, d;
    const int *row = tile + 4 * threadIdx.x;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(row)); //~ data-race block shared read-write with @put
    out[threadIdx.x] = a + b + c + d;
}
