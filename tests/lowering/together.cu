// Shared memory, barriers, atomics, shuffles, launch sizes.
#define THREAD (threadIdx.y * blockDim.x + threadIdx.x)
#define SIZE (blockDim.x * blockDim.y)
#define PLACE (4 * ((blockIdx.y * gridDim.x + blockIdx.x) * SIZE + THREAD))

__global__ void geometry(long long *out)
{
    int at = PLACE;
    out[at] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
    out[at + 1] = blockIdx.x + 10 * blockIdx.y + 100 * blockDim.x + 10000 * blockDim.y;
    out[at + 2] = gridDim.x + 10 * gridDim.y + 100 * gridDim.z + 1000 * warpSize;
    out[at + 3] = (int)(blockIdx.x * blockDim.x + threadIdx.x) - (int)blockDim.x;
}

__global__ void reduction(long long *out, const int *in)
{
    __shared__ int part[64];
    int t = THREAD, at = PLACE;
    part[t] = in[at & 1023];
    __syncthreads();
    for (unsigned d = 32; d > 0; d >>= 1) {
        if (t < d && t + d < SIZE) part[t] += part[t + d];
        __syncthreads();
    }
    out[at] = part[0];
    out[at + 1] = part[t];
}

struct Slot { short key; int value; };
__global__ void carved(long long *out, const int *in, int n)
{
    extern __shared__ unsigned char memory[];
    double *numbers = (double *)memory;
    Slot *slots = (Slot *)(numbers + 64);
    unsigned char *marks = (unsigned char *)(slots + 64);
    int t = THREAD, at = PLACE, other = (t + 1) % SIZE;
    numbers[t] = t * 1.5;
    slots[t].key = in[at & 1023];
    slots[t].value = n + t;
    marks[t] = in[(at + 1) & 1023];
    __syncthreads();
    out[at] = (long long)(numbers[other] * 2);
    out[at + 1] = slots[other].key * 3 + slots[other].value;
    out[at + 2] = marks[other];
    out[at + 3] = memory[8 * other + 7];
}

__global__ void atomics(long long *out, const int *in, unsigned n)
{
    __shared__ int sum, least, bits;
    __shared__ unsigned wraps, long_ago;
    __shared__ unsigned long long big;
    __shared__ float real;
    int t = THREAD, at = PLACE;
    if (t == 0) {
        sum = 5;
        least = 1 << 30;
        bits = 0;
        wraps = long_ago = 3;
        big = 1;
        real = 0;
    }
    __syncthreads();
    int v = in[at & 1023];
    atomicAdd(&sum, v);
    atomicMin(&least, v);
    atomicOr(&bits, v & 0x5555);
    atomicInc(&wraps, 6);
    atomicDec(&long_ago, 4);
    atomicAdd(&big, (unsigned long long)v);
    atomicAdd(&real, (float)(v & 7));
    atomicXor(&bits, 1 << 20);
    __syncthreads();
    out[at] = sum + least * 3ll;
    out[at + 1] = bits + wraps * 2 + long_ago * 100ll;
    out[at + 2] = big + (int)real;
    __syncthreads();
    if (t == 0) {
        int before = atomicSub(&sum, 7), swapped = atomicCAS(&least, least, 9), kept = atomicCAS(&bits, bits + 1, 4);
        out[at + 3] = before + swapped + kept + sum + least + atomicExch(&bits, 2) + bits + atomicMax(&sum, 1000) + atomicAnd(&sum, 6) + sum;
    }
}

__global__ void shuffles(long long *out, const int *in, int n)
{
    int at = PLACE, v = in[at & 1023];
    if (SIZE == 32) {
        int sum = v;
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
        out[at] = __shfl_sync(0xffffffff, sum, 0);
        out[at + 1] = __shfl_xor_sync(0xffffffff, v, 5) + __shfl_up_sync(0xffffffffu, v, 3);
        out[at + 2] = __shfl_sync(0xffffffff, v, threadIdx.x + 1, 8) + __shfl_down_sync(~0u, v, 2, 4);
        out[at + 3] = (long long)(__shfl_sync(0xffffffff, v * 0.5f, n & 31) * 4);
    }
}

__device__ int counter[4];
__constant__ int constants[3] = {7, -8, 9};
__global__ void variables(long long *out, int n)
{
    __shared__ long long rows[2][64];
    int at = PLACE, t = THREAD;
    if (SIZE == 1 && gridDim.x == 1) {
        counter[1] = n;
        counter[2] = counter[1] * 2;
        counter[n & 1]++;
        out[at] = counter[2] + counter[1];
    }
    rows[t & 1][t] = n * t;
    rows[~t & 1][t] = n - t;
    out[at + 1] = rows[0][t] * 3 + rows[1][t];
}
