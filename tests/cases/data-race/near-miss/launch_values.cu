// What a launch hands over, through lists, members, captures and rows that the runtime lays out.
// kverify-test: host=file
#include <cuda_runtime.h>

// expect: proved
__global__ void whole_tiles(float *c, int n)
{
    c[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = n;
}

void of_whole_tiles()
{
    for (int n : {128, 256, 512}) {
        float *c;
        cudaMalloc(&c, n * n * 4);
        whole_tiles<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(c, n);
        cudaFree(c);
    }
}

// One of the sizes is no whole number of tiles.
// expect: violated
__global__ void broken_tiles(float *c, int n)
{
    if (blockIdx.y * 8 + threadIdx.y < n - 1)
        c[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

void of_broken_tiles()
{
    for (int n : {128, 250, 512}) {
        float *c;
        cudaMalloc(&c, n * n * 4);
        broken_tiles<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(c, n);
        cudaFree(c);
    }
}

// The size that is no whole number of tiles is passed by.
// expect: proved
__global__ void passed_by(float *c, int n)
{
    c[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = blockIdx.x;
}

void of_passed_by()
{
    for (int n : {128, 250, 512}) {
        if (n % 32 != 0)
            continue;
        float *c;
        cudaMalloc(&c, n * n * 4);
        passed_by<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(c, n);
        cudaFree(c);
    }
}

// expect: proved
__global__ void whole_warps(float *out, const float *in)
{
    extern __shared__ float part[];
    int warps = blockDim.x / 32, w = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        part[w] = in[w];
    __syncthreads();
    float x = part[0];
    if (threadIdx.x % 32 == 0)
        part[warps + w] = x + in[w];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = part[warps];
}

void of_whole_warps(float *out, const float *in)
{
    int sizes[] = {32, 64, 128};
    for (int i = 0; i < 3; i++)
        whole_warps<<<64, sizes[i], sizes[i] / 16 * sizeof(float)>>>(out, in);
}

// A list that is written to is none.
// expect: suspect
__global__ void narrow_blocks(float *out, const float *in)
{
    extern __shared__ float part[];
    int warps = blockDim.x / 32;
    float x = part[0]; // @first
    if (threadIdx.x == 0)
        part[warps] = in[0]; //~ data-race block shared read-write with @first
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

void of_narrow_blocks(float *out, const float *in)
{
    int sizes[] = {32, 64, 128};
    sizes[0] = 16;
    for (int i = 0; i < 3; i++)
        narrow_blocks<<<64, sizes[i], 512>>>(out, in);
}

struct Rows {
    float *start;
    int width, stride;
};

// expect: proved
__global__ void rows(Rows r)
{
    for (int i = threadIdx.x; i < r.width; i += blockDim.x)
        r.start[blockIdx.x * r.stride + i] = i;
}

void of_rows()
{
    Rows r;
    r.width = r.stride = 64;
    cudaMalloc(&r.start, 512 * 64 * 4);
    rows<<<512, 128>>>(r);
}

// The rows overlap.
// expect: violated
__global__ void short_rows(Rows r)
{
    for (int i = threadIdx.x; i < r.width; i += blockDim.x)
        r.start[blockIdx.x * r.stride + i] = blockIdx.x; //~ data-race grid global write-write
}

void of_short_rows()
{
    Rows r;
    r.width = r.stride = 64;
    cudaMalloc(&r.start, 512 * 64 * 4);
    r.stride = 60;
    short_rows<<<512, 128>>>(r);
}

// What is copied to the first member fills the others, too.
// expect: suspect
__global__ void copied_rows(Rows r)
{
    for (int i = threadIdx.x; i < r.width; i += blockDim.x)
        r.start[blockIdx.x * r.stride + i] = blockIdx.x; //~ data-race grid global write-write
}

void of_copied_rows(const Rows *from)
{
    Rows r;
    r.width = r.stride = 64;
    memcpy(&r.start, from, sizeof r);
    copied_rows<<<512, 128>>>(r);
}

// expect: proved
__global__ void pitched(char *p, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        ((float *)(p + y * pitch))[x] = x;
}

void of_pitched()
{
    int w = 1000, h = 700;
    char *p;
    size_t pitch;
    cudaMallocPitch((void **)&p, &pitch, w * sizeof(float), h);
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    pitched<<<grid, block>>>(p, pitch, w, h);
}

// Rows of fewer bytes were asked for.
// expect: violated
__global__ void pitched_short(char *p, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        ((float *)(p + y * pitch))[x] = y; //~ data-race grid global write-write
}

void of_pitched_short()
{
    int w = 1000, h = 700;
    char *p;
    size_t pitch;
    cudaMallocPitch((void **)&p, &pitch, w, h);
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    pitched_short<<<grid, block>>>(p, pitch, w, h);
}

// Rows whose ends never decrease are what callers hand over.
// expect: conditional
__global__ void segments(const int *first, float *v, int n)
{
    int r = threadIdx.x;
    if (blockIdx.x == 0 && r < n)
        for (int j = first[r]; j < first[r + 1]; j++)
            v[j] = r; //~ warning data-race block global write-write
}

// Each ends one place too far.
// expect: violated
__global__ void segments_too_long(const int *first, float *v, int n)
{
    int r = threadIdx.x;
    if (blockIdx.x == 0 && r < n)
        for (int j = first[r]; j <= first[r + 1]; j++)
            v[j] = r; //~ data-race block global write-write
}

// Places that are named twice are no mistake of the caller's.
// expect: violated
__global__ void scattered(const int *place, float *out, const float *in, int n)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0 && i < n)
        out[place[i]] = in[i]; //~ data-race block global write-write
}

// A shift by as many bits as there are: the launch itself has it.
// expect: violated
__global__ void shifted(int *a)
{
    a[1u << threadIdx.x] = threadIdx.x; //~ data-race block global write-write
}

void of_shifted(int *a)
{
    shifted<<<1, 64>>>(a);
}
