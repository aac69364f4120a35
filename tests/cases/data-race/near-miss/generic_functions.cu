// The same stride, and only one of the two threads.
// kverify-test: block=64 grid=2

template <class F, class T> __device__ void apply(F f, T &x) { f(x); }
template <int Divisor, class T> __device__ T *cell(T *p, int i) { return p + i / Divisor; }

// expect: proved
__global__ void every_other(int *out)
{
    auto count = [](auto &x) { x += threadIdx.x; };
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i % 2 == 0) apply(count, *cell<2>(out, i));
}
