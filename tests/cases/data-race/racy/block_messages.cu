// As in free/block_messages.cu, with something missing.
// kverify-test: block=64 grid=3

#define WAIT_FOR(flag, value)                  \
    while (atomicAdd(&(flag), 0) != (value)) { \
    }

// The flag does not wait for the block.
// expect: violated
__global__ void no_barrier_before(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42; // @no_barrier_before
        __threadfence();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            WAIT_FOR(*flag, 1);
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[63 - threadIdx.x]; //~ data-race grid with @no_barrier_before
    }
}

// The block does not wait for the thread that looks.
__global__ void no_barrier_behind(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42; // @no_barrier_behind
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            WAIT_FOR(*flag, 1);
            __threadfence();
        }
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[63 - threadIdx.x]; //~ data-race grid with @no_barrier_behind
    }
}

// No fence on the side of the flag.
__global__ void no_fence(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42; // @no_fence
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            WAIT_FOR(*flag, 1);
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[63 - threadIdx.x]; //~ data-race grid with @no_fence
    }
}

// Written again behind the flag.
__global__ void written_again(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
        data[threadIdx.x] = 43; // @written_again
    } else {
        if (threadIdx.x == 0) {
            WAIT_FOR(*flag, 1);
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[63 - threadIdx.x]; //~ data-race grid with @written_again
    }
}

// One block is not waited for.
__global__ void all_but_one(int *arrived, int *data, int *out)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    data[me] = 1; // @all_but_one
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x - 1) {
        }
        __threadfence();
    }
    __syncthreads();
    out[me] = data[(me + 64) % (gridDim.x * blockDim.x)]; //~ data-race grid with @all_but_one
}

// Another block's flag.
__global__ void wrong_neighbour(int *data, int *flags, int *out)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1; // @wrong_neighbour
    __syncthreads();
    int next = (blockIdx.x + 1) % gridDim.x, other = (blockIdx.x + 2) % gridDim.x;
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&flags[blockIdx.x], 1);
        WAIT_FOR(flags[next], 1);
        __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[other * blockDim.x + threadIdx.x]; //~ data-race grid with @wrong_neighbour
}

// The first value does not say that the sum up to here is there.
__global__ void reads_too_much(const int *in, int *own, int *up_to, int *flags, int *out)
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
        if (flag >= 1) {
            sum += up_to[p]; // @too_much
            break;
        }
        sum += own[p];
    }
    up_to[b] = sum + value; //~ data-race grid with @too_much
    __threadfence();
    atomicExch(&flags[b], 2);
    out[b] = sum;
}

// That somebody makes it does not say that it is made.
__global__ void being_made(int *state, int *made, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (atomicCAS(state, 0, 1) == 0) {
        made[0] = blockIdx.x; // @being_made
        __threadfence();
        atomicExch(state, 2);
    } else {
        while (atomicAdd(state, 0) == 0) {
        }
    }
    __threadfence();
    out[blockIdx.x] = made[0]; //~ data-race grid with @being_made
}
