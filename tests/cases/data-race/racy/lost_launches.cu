// Host code that no compiler takes, and that says which instantiations it launches: two places of one row are one.
#include <torch/extension.h>

// expect: violated
// today: suspect, because sizes in text that clang left out are not followed
template <typename T, int N> __global__ void rows(T *x)
{
    x[blockIdx.x * N + threadIdx.x / N] = threadIdx.x; //~ data-race block global write-write
}

void launch(torch::Tensor x)
{
    rows<float, 2><<<x.size(0), 4>>>(x.data_ptr<scalar_type_of_nothing>());
}
