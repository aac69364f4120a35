// memcpy and memset by each thread.
// kverify-test: block=64 grid=1

struct Pixel { unsigned char r, g, b; };

// expect: violated
__global__ void copies_overlap(char *out, const char *in)
{
    memcpy(out + threadIdx.x * 4, in, 5); //~ data-race block global write-write
}

// expect: violated
__global__ void clears_a_neighbour(int *out)
{
    memset(&out[threadIdx.x + 1], 0, 4); // @clear
    out[threadIdx.x] = 3; //~ data-race block global write-write with @clear
}

// expect: violated
__global__ void reads_a_neighbour(Pixel *pixels)
{
    __shared__ Pixel row[64];
    row[threadIdx.x] = pixels[threadIdx.x]; // @put
    memcpy(&pixels[threadIdx.x], &row[63 - threadIdx.x], sizeof(Pixel)); //~ data-race block shared read-write with @put
}
