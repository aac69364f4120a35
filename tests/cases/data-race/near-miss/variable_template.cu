// The same with a type of one byte: everyone has a cell.
// kverify-test: block=64 grid=1

template <class T> constexpr int width = sizeof(T);
template <class T> __constant__ T offset[4];

// expect: proved
template <class T> __global__ void k(T *out)
{
    __shared__ T s[64];
    s[threadIdx.x / width<T>] = offset<T>[threadIdx.x % 4];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
template __global__ void k<char>(char *);
