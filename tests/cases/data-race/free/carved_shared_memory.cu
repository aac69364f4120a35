// One dynamic buffer, cut into arrays that lie one after the other.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void two_arrays(float *out)
{
    extern __shared__ float memory[];
    float *first = memory, *second = memory + blockDim.x;
    first[threadIdx.x] = 1;
    second[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = first[63 - threadIdx.x] + second[(threadIdx.x + 1) % 64];
}
