// Kernels that race in no launch that the host makes: its grid is a product of what it hands over.
#include <torch/extension.h>

// expect: proved
__global__ void one_each(const float *in, float *out, int planes, int rows)
{
    // More blocks than planes and rows would meet here.
    out[blockIdx.x % (planes * rows)] = in[blockIdx.x];
}

void copy(torch::Tensor x, torch::Tensor y)
{
    const int planes = x.size(0), rows = x.size(1);
    one_each<<<planes * rows, 1>>>(x.data_ptr<float>(), y.data_ptr<float>(), planes, rows);
}

// The number of a tensor that is given another shape between the two questions.
// expect: suspect
__global__ void of_two_shapes(const float *in, float *out, int n)
{
    out[blockIdx.x % n] = in[blockIdx.x]; //~ data-race grid global write-write
}

void two_shapes(torch::Tensor x, torch::Tensor y)
{
    dim3 grid(x.numel());
    x.resize_({4, 4});
    of_two_shapes<<<grid, 1>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}

// Behind a test of a tensor's sizes, all threads of a block come to the barrier.
// expect: proved
__global__ void whole_tiles(const float *in, float *out, int planes, int rows, int columns)
{
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, z = blockIdx.z;
    if (x < columns && y < rows) {
        tile[threadIdx.y][threadIdx.x] = in[(z * rows + y) * columns + x];
        __syncthreads();
        out[(z * rows + y) * columns + x] = tile[15 - threadIdx.y][15 - threadIdx.x];
    }
}

void only_tiles(torch::Tensor x, torch::Tensor y)
{
    if (x.size(2) == 32 && x.size(3) == 64) {
        const int images = x.size(0), planes = x.size(1), rows = x.size(2), columns = x.size(3);
        dim3 threads(16, 16), blocks((columns + 15) / 16, (rows + 15) / 16, images * planes);
        whole_tiles<<<blocks, threads>>>(x.data_ptr<float>(), y.data_ptr<float>(), planes, rows, columns);
    }
}

// A variable that holds another tensor by then.
// expect: suspect
__global__ void of_another(float *out, int n)
{
    out[blockIdx.x % n] = blockIdx.x; //~ data-race grid global write-write
}

void another(torch::Tensor x, torch::Tensor y)
{
    dim3 grid(x.numel());
    x = y;
    of_another<<<grid, 1>>>(x.data_ptr<float>(), x.numel());
}

// A function of the host's that changes its own number.
// expect: suspect
__global__ void of_changed(float *out, int n)
{
    out[blockIdx.x % n] = blockIdx.x; //~ data-race grid global write-write
}

static int changed(int n)
{
    int one = 1;
    return n * (one++) + one * 0;
}

void with_changed(int n, float *out)
{
    of_changed<<<changed(n), 1>>>(out, n);
}

// What a tensor is asked for, and what is left of that in eight bits.
// expect: violated
// today: suspect, because what is left is not followed
__global__ void of_narrow(float *out, int n)
{
    out[blockIdx.x % n] = blockIdx.x; //~ data-race grid global write-write
}

void narrow(torch::Tensor x)
{
    const unsigned char small = x.numel();
    of_narrow<<<x.numel(), 1>>>(x.data_ptr<float>(), small);
}
