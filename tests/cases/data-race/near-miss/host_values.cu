// What a host computes in a way that is not followed may be a value that shows nothing: no witness with another is the program's.
// kverify-test: host=file
#include <cstring>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

// The launches are of one block each.
// expect: suspect
__global__ void falling(int *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        a[i % 128] = i + 1; //~ data-race grid global write-write
}

void launch_falling()
{
    int *a;
    cudaMalloc(&a, 8192 * sizeof(int));
    int n = 64;
    for (int i = 0; i < 3; i++) {
        falling<<<(n + 63) / 64, 64>>>(a, n);
        n -= 5;
    }
    cudaFree(a);
}

// Of no more than two, and the kernel does not look at `n`.
// expect: suspect
__global__ void rising(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % 128] = i + 1; //~ data-race grid global write-write
}

void launch_rising()
{
    int *a;
    cudaMalloc(&a, 8192 * sizeof(int));
    int n = 64;
    for (int i = 0; i < 2; i++) {
        rising<<<n / 64, 64>>>(a, n);
        n += 64;
    }
    cudaFree(a);
}

// expect: suspect
__global__ void copied_step(int *a, int s)
{
    a[(blockIdx.x * blockDim.x + threadIdx.x) * s] = threadIdx.x + 1; //~ data-race block global write-write
    //~ warning out-of-bounds
    //~ data-race grid global write-write
}

void launch_copied_step()
{
    int *a;
    cudaMalloc(&a, 8192 * sizeof(int));
    int s, two = 2;
    memcpy(&s, &two, sizeof s);
    copied_step<<<2, 64>>>(a, s);
    cudaFree(a);
}

// expect: suspect
__global__ void counted_rows(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % n] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
}

void launch_counted_rows()
{
    int *a;
    cudaMalloc(&a, 40000);
    std::vector<int> h(128);
    counted_rows<<<2, 64>>>(a, (int)h.size());
    cudaFree(a);
}

// Every value shows it.
// expect: violated
__global__ void any_count(int *a, int n)
{
    if (n > 0)
        a[blockIdx.x % 64] = threadIdx.x; //~ data-race block global write-write
        //~ data-race grid global write-write
}

void launch_whatever()
{
    int *a;
    cudaMalloc(&a, 8192 * sizeof(int));
    int n = 64;
    for (int i = 0; i < 2; i++) {
        any_count<<<n / 64, 64>>>(a, n);
        n += 64;
    }
    cudaFree(a);
}
