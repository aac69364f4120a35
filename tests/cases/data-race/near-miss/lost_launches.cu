// Host code that no compiler takes: sizes and numbers that it does not spell out are not known.
#include <torch/extension.h>

// A launch that is read, of blocks that are small enough, and one that is not.
// expect: violated
template <typename T> __global__ void pairs(T *x)
{
    x[threadIdx.x % 32] = threadIdx.x; //~ data-race block global write-write
}

void both(torch::Tensor x)
{
    pairs<float><<<1, 32>>>(x.data_ptr<float>());
    pairs<float><<<1, 64>>>(x.data_ptr<scalar_type_of_nothing>());
}
