// Generic lambdas, function templates and their arguments.
// kverify-test: block=64 grid=2

template <class F, class T> __device__ void apply(F f, T &x) { f(x); }
template <int Stride, class T> __device__ T *cell(T *p, int i) { return p + Stride * i; }

// expect: proved
__global__ void each_its_own(int *out, float *sums)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    auto clear = [](auto &x) { x = 0; };
    apply(clear, out[i]);
    apply(clear, *cell<2>(sums, i));
}
