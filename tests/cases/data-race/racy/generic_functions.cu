// A stride of the template's that makes two threads share a cell.
// kverify-test: block=64 grid=2

template <class F, class T> __device__ void apply(F f, T &x) { f(x); }
template <int Divisor, class T> __device__ T *cell(T *p, int i) { return p + i / Divisor; }

// expect: violated
__global__ void shared_cells(int *out)
{
    auto count = [](auto &x) { x += threadIdx.x; }; //~ data-race block global write-write
    //~ data-race block global read-write
    apply(count, *cell<2>(out, blockIdx.x * 64 + threadIdx.x));
}
