// The caller passes one of two functions; both write the thread's own element.
// kverify-test: block=64 grid=2

__device__ void keep(int *a, int i)
{
    a[i] = i;
}

__device__ void twice(int *a, int i)
{
    a[i] = 2 * i;
}

typedef void (*step)(int *, int);

// expect: proved
__global__ void k(int *a, step f)
{
    __requires(f == keep || f == twice);
    (*f)(a, blockIdx.x * 64 + threadIdx.x);
}
