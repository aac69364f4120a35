// Variable templates: constants and tables.
// kverify-test: block=64 grid=1

template <class T> constexpr int width = sizeof(T);
template <class T> __constant__ T offset[4];

// expect: violated
template <class T> __global__ void k(T *out)
{
    __shared__ T s[64];
    s[threadIdx.x / width<T>] = offset<T>[threadIdx.x % 4]; //~ data-race block shared write-write
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
template __global__ void k<int>(int *);
