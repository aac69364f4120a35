// Orders that go through functions, templates and members, and what a block does together.
// kverify-test: block=1 grid=2
#include <cuda/atomic>

template <class A>
__device__ void put(A &a, cuda::memory_order order) { a.store(1, order); }
template <class A>
__device__ int get(A &a, cuda::memory_order order = cuda::memory_order_acquire) { return a.load(order); }

// expect: proved
__global__ void through_functions(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        put(*flag, cuda::memory_order_release);
    } else {
        while (!get(*flag)) {
        }
        data[1] = data[0];
    }
}

template <cuda::memory_order ORDER>
struct Flag {
    int *cell;
    __device__ void set() { cuda::atomic_ref<int, cuda::thread_scope_device>(*cell).store(1, ORDER); }
};

// expect: proved
__global__ void through_a_template(int *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        Flag<cuda::memory_order_release> f{flag};
        f.set();
    } else {
        while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
        }
        data[1] = data[0];
    }
}

// expect: proved
__global__ void waited_for(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        flag->store(1);
        flag->notify_all();
    } else {
        flag->wait(0);
        data[1] = data[0];
    }
}

// The count lets go what the block did before its barrier.
// expect: proved
__global__ void last_block_by_order(const float *in, float *part, float *out, unsigned *count)
{
    __shared__ bool last;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(*count);
    part[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        last = c.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float sum = 0;
        for (int i = 0; i < gridDim.x; ++i)
            sum += part[i * blockDim.x + threadIdx.x];
        out[threadIdx.x] = sum;
    }
}
