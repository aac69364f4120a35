// What looks like a lock, a flag or a counter, and is none.
// kverify-test: block=4 grid=1

// The counter is set back inside the critical section, so that all draw 0.
// expect: violated
__global__ void drawn_again(int *lock, int *next, int *out)
{
    while (atomicCAS(lock, 0, 1) != 0) { //~ warning non-terminating-loop
    }
    __threadfence();
    int mine = atomicAdd(next, 1);
    *next = 0;
    __threadfence();
    atomicExch(lock, 0);
    out[mine] = threadIdx.x; //~ data-race block global write-write
}

// Somebody else makes the lock free while its holder goes on.
// expect: violated
__global__ void freed_plainly(int *data)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    int found = 1;
    if (threadIdx.x == 0)
        found = atomicCAS(&lock, 0, 1);
    __syncthreads();
    if (threadIdx.x == 1)
        lock = 0;
    __syncthreads();
    if (threadIdx.x == 0 && found == 0) {
        __threadfence_block();
        data[0] = 1; // @holder
        __threadfence_block();
        atomicExch(&lock, 0);
    } else if (threadIdx.x == 2) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        data[0] = 2; //~ data-race block global write-write with @holder
        __threadfence_block();
        atomicExch(&lock, 0);
    }
}

// Another cell than the flag's is set to 0: what the flag holds at first, nobody knows.
// expect: violated
__global__ void not_initialised(int *out)
{
    __shared__ int flags[2];
    __shared__ int message;
    if (threadIdx.x == 0)
        flags[0] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        message = 7; // @message
        __threadfence_block();
        atomicExch(&flags[1], 1);
    } else if (threadIdx.x == 1) {
        while (atomicAdd(&flags[1], 0) == 0) { //~ warning non-terminating-loop
        }
        __threadfence_block();
        out[0] = message; //~ data-race block shared read-write with @message
    }
}

// Set to 0 for some arguments only.
// expect: violated
__global__ void perhaps_initialised(int *out, int n)
{
    __shared__ int flag;
    __shared__ int message;
    if (threadIdx.x == 0 && n > 3)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        message = 7; // @perhaps
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (threadIdx.x == 1) {
        while (atomicAdd(&flag, 0) == 0) { //~ warning non-terminating-loop
        }
        __threadfence_block();
        out[0] = message; //~ data-race block shared read-write with @perhaps
    }
}

// The look takes in the next thread's flag as well.
// expect: violated
// today: violated, because flags are taken to start at zero, and no run has the threads take turns as the second race needs
__global__ void wide_look(int *flags, int *data, int *out)
{
    if (threadIdx.x < 2) {
        data[threadIdx.x] = 7; // @parts
        __threadfence();
        atomicExch(&flags[threadIdx.x], 1); // @flags
    } else if (threadIdx.x == 2) {
        while (atomicAdd((unsigned long long *)flags, 0ull) == 0) { //~ warning non-terminating-loop //~ data-race block global atomic-plain with @flags
        }
        __threadfence();
        out[0] = data[0]; //~ data-race block global read-write with @parts
    }
}
