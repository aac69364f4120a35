// memcpy and memset by each thread, up to the next one's bytes.
// kverify-test: block=64 grid=1

struct Pixel { unsigned char r, g, b; };

// expect: proved
__global__ void copies_touch(char *out, const char *in)
{
    memcpy(out + threadIdx.x * 5, in, 5);
}

// expect: proved
__global__ void clears_its_own(int *out)
{
    memset(&out[2 * threadIdx.x], 0, 8);
    out[2 * threadIdx.x + 1] = 3;
}

// expect: proved
__global__ void reads_after_a_barrier(Pixel *pixels)
{
    __shared__ Pixel row[64];
    row[threadIdx.x] = pixels[threadIdx.x];
    __syncthreads();
    memcpy(&pixels[threadIdx.x], &row[63 - threadIdx.x], sizeof(Pixel));
}
