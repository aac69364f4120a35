// A warp loads matrices from rows that its lanes hand over (`ldmatrix`).
// kverify-test: block=32 grid=1

__device__ void load(int *parts, const int *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(parts[0]), "=r"(parts[1]), "=r"(parts[2]), "=r"(parts[3])
                 : "l"(row));
}

// expect: proved
__global__ void after_a_barrier(int *out, const int *in)
{
    __shared__ int tile[128];
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i];
    __syncthreads();
    int parts[4];
    load(parts, tile + 4 * threadIdx.x);
    for (int i = 0; i < 4; ++i)
        out[4 * threadIdx.x + i] = parts[i];
}
