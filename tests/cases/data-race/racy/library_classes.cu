// The same classes, used for one place.
#include <cuda/std/mdspan>
#include <cuda/std/span>

// expect: violated
__global__ void stores(int *a, long long n) {
    __stcg(&a[0], n + threadIdx.x); //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void spans(cuda::std::span<int> s) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i + 1 < s.size()) s[i] = s[i + 1]; //~ data-race block global read-write
    //~ data-race grid global read-write
}

// expect: violated
// today: unknown, because which element a multidimensional span names is not modelled
__global__ void grids(float *a, int n) {
    cuda::std::mdspan<float, cuda::std::dextents<int, 2>> m(a, 1024, 1024);
    for (int j = 0; j < n; j++) m(j, j) = threadIdx.x;
}

void host(float *a, int n) {
    grids<<<1, 256>>>(a, n);
}
