// Just as many cells as threads, in a templated device function.
// kverify-test: block=64 grid=2

// expect: proved
template <int N>
struct Ring {
    template <typename T>
    static __device__ T &at(T *cells, int i) { return cells[(i + N) % N]; }
};

template <int N>
__global__ void k(int *out)
{
    __shared__ int s[N];
    Ring<N>::at(s, (int)threadIdx.x - 1) = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

void host(int *out)
{
    k<64><<<2, 64>>>(out);
}
