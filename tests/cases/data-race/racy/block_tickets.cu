// Slots of a block's part of an array, drawn from a counter of the block: more are drawn than there are.

// kverify-test: block=256

// expect: violated
__global__ void too_few(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (in[i] > 0)
        out[blockIdx.x * 255 + atomicAdd(&count, 1)] = i; //~ data-race grid global write-write
}

// Every second block begins further behind.
// expect: violated
__global__ void begun_apart(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = blockIdx.x % 2 * 100;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (in[i] > 0)
        out[blockIdx.x * 256 + atomicAdd(&count, 1)] = i; //~ data-race grid global write-write
}

// Each thread draws as often as it likes.
// expect: violated
__global__ void again(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    for (int n = 0; n < in[i]; n++)
        out[blockIdx.x * 256 + atomicAdd(&count, 1)] = n; //~ data-race grid global write-write
}

// Twice.
// expect: violated
__global__ void both(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    out[blockIdx.x * 256 + atomicAdd(&count, 1)] = i; //~ data-race grid global write-write
    atomicAdd(&count, 1);
}
