// One thread of a block speaks for all that its block has done before a barrier, and listens for all behind one.
// kverify-test: block=64 grid=3

#define WAIT_FOR(flag, value)                  \
    while (atomicAdd(&(flag), 0) != (value)) { \
    }

// expect: proved
__global__ void flag_behind_a_barrier(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            WAIT_FOR(*flag, 1);
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[63 - threadIdx.x];
    }
}

// Each block waits for its neighbour.
__global__ void neighbours(int *data, int *flags, int *out)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    int next = (blockIdx.x + 1) % gridDim.x;
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&flags[blockIdx.x], 1);
        WAIT_FOR(flags[next], 1);
        __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[next * blockDim.x + threadIdx.x];
}

// All blocks wait for all.
__global__ void barrier_of_blocks(int *arrived, int *data, int *out)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    data[me] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    out[me] = data[(me + 64) % (gridDim.x * blockDim.x)];
}

// Each value of a flag says something else: what was counted here, then what was counted up to here.
__global__ void look_back(const int *in, int *own, int *up_to, int *flags, int *out)
{
    if (threadIdx.x != 0)
        return;
    int b = blockIdx.x, value = in[b], sum = 0;
    own[b] = value;
    __threadfence();
    atomicExch(&flags[b], 1);
    for (int p = b - 1; p >= 0; p--) {
        int flag;
        while ((flag = atomicAdd(&flags[p], 0)) == 0) {
        }
        __threadfence();
        if (flag == 2) {
            sum += up_to[p];
            break;
        }
        sum += own[p];
    }
    up_to[b] = sum + value;
    __threadfence();
    atomicExch(&flags[b], 2);
    out[b] = sum;
}

// A chain of blocks, and what came out of it for the whole block.
__global__ void chain(const int *in, int *sums, int *flags, int *out)
{
    __shared__ int before;
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        before = 0;
        if (b > 0) {
            WAIT_FOR(flags[b - 1], 1);
            __threadfence();
            before = sums[b - 1];
        }
        sums[b] = before + in[b];
        __threadfence();
        atomicExch(&flags[b], 1);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

// Whoever is first makes it, and says when it is made.
__global__ void made_once(int *state, int *made, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (atomicCAS(state, 0, 1) == 0) {
        made[0] = blockIdx.x;
        __threadfence();
        atomicExch(state, 2);
    } else {
        WAIT_FOR(*state, 2);
    }
    __threadfence();
    out[blockIdx.x] = made[0];
}
