// Buffers that are too small for what their launches do with them.
#include <cstdlib>
#include <thrust/device_vector.h>

// The loop of one thread too many: no guard, and the grid is rounded up.
// expect: violated
__global__ void unguarded(float *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; //~ out-of-bounds
}

// One element short.
// expect: violated
__global__ void guarded(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

// Bytes where elements are meant.
// expect: violated
__global__ void in_bytes(double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0; //~ out-of-bounds
}

// The neighbours of the first and the last element.
// expect: violated
__global__ void stencil(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i - 1] //~ out-of-bounds
                 + in[i + 1]; //~ out-of-bounds
}

// A row more than there are rows.
// expect: violated
__global__ void rows(const int *row, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++) //~ out-of-bounds
            sum += k;
        y[i] = sum;
    }
}

// The pitch is wider than the rows that were allocated.
// expect: violated
__global__ void pitched(float *image, int pitch, int height)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < pitch && y < height)
        image[y * pitch + x] = 0.0f; //~ out-of-bounds
}

struct Particle {
    float x, y, z;
    int kind;
};

// Three floats each, and a member behind them.
// expect: violated
__global__ void members(Particle *all, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        all[i].kind = 1; //~ out-of-bounds
}

// Four at a time, of a number that four need not divide.
// expect: violated
__global__ void vectors(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n)
        reinterpret_cast<float4 *>(out)[i] = make_float4(0, 0, 0, 0); //~ out-of-bounds
}

// Through a function.
// expect: violated
__global__ void called(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&out[i], 1.0f); //~ out-of-bounds
}

// expect: violated
__global__ void in_vector(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = 1.0f; //~ out-of-bounds
}

static void run(float *out, int count)
{
    called<<<(count + 255) / 256, 256>>>(out, count);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), width = 100, height = 50, pitch = 128;
    float *fixed, *some, *halo, *y, *image, *other;
    double *wide;
    int *row;
    Particle *particles;
    cudaMalloc(&fixed, 1000 * sizeof(float));
    unguarded<<<(1000 + 255) / 256, 256>>>(fixed);
    cudaMalloc(&some, (n - 1) * sizeof(float));
    guarded<<<(n + 255) / 256, 256>>>(some, n);
    cudaMalloc(&wide, n);
    in_bytes<<<(n + 255) / 256, 256>>>(wide, n);
    cudaMalloc(&halo, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    stencil<<<(n + 255) / 256, 256>>>(halo, y, n);
    cudaMalloc(&row, n * sizeof(int));
    rows<<<(n + 255) / 256, 256>>>(row, y, n);
    cudaMalloc(&image, width * height * sizeof(float));
    pitched<<<dim3((pitch + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, pitch, height);
    cudaMalloc(&particles, n * 3 * sizeof(float));
    members<<<(n + 255) / 256, 256>>>(particles, n);
    vectors<<<(n + 1023) / 1024, 256>>>(y, n);
    cudaFree(halo);
    cudaMalloc(&halo, n);
    run(halo, n);
    thrust::device_vector<float> vector(n);
    in_vector<<<n / 256 + 1, 256>>>(thrust::raw_pointer_cast(vector.data()), n);
}
