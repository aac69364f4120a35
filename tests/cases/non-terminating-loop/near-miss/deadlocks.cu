// Waits that end, or that somebody else may end.
// kverify-test: block=64 grid=8

// expect: proved
__global__ void one_order(int *out)
{
    __shared__ int a, b;
    int t = threadIdx.x;
    if (t == 0) {
        a = 0;
        b = 0;
    }
    __syncthreads();
    if (t == 0) {
        while (atomicCAS(&a, 0, 1)) { }
        while (atomicCAS(&b, 0, 1)) { }
        atomicExch(&b, 0);
        atomicExch(&a, 0);
    }
    if (t == 32) {
        while (atomicCAS(&a, 0, 1)) { }
        while (atomicCAS(&b, 0, 1)) { }
        atomicExch(&b, 0);
        atomicExch(&a, 0);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = t;
}

// expect: proved
__global__ void just_enough(int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    if (t == 32)
        while (atomicAdd(&count, 0) < blockDim.x) { }
    out[blockIdx.x * blockDim.x + t] = t;
}

// The host answers.
// expect: proved
__global__ void asks_the_host(int *request, int *out)
{
    if (threadIdx.x == 0) {
        atomicExch_system(&request[blockIdx.x], 1);
        while (atomicAdd_system(&request[blockIdx.x], 0) != 0) { }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Another kernel sets it.
// expect: proved
__global__ void waits_for_a_kernel(int *flag, int *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0) == 0) { }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Callers say how many come.
// expect: proved
__global__ void as_many_as_said(int *arrived, int expected, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < expected) { }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// All fit.
// expect: proved
__global__ void all_fit(int *arrived, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) { }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// It waits for a block that has a lower number.
// expect: proved
__global__ void after_the_one_before(int *done, int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (atomicAdd(&done[blockIdx.x - 1], 0) == 0) { }
        out[blockIdx.x] = 1;
        __threadfence();
        atomicExch(&done[blockIdx.x], 1);
    }
}

// Another kernel gives it back.
// expect: proved
__global__ void taken_for_another(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        __threadfence();
        *sum += 1;
    }
}
