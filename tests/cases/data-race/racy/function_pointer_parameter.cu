// The caller passes one of two functions; one of them writes the neighbour's element too.
// kverify-test: block=64 grid=2

__device__ void keep(int *a, int i)
{
    a[i] = i;
}

__device__ void both(int *a, int i)
{
    a[i] = i; // @own
    a[i + 1] = 2 * i; //~ data-race block global write-write with @own
    //~ data-race grid global write-write with @own
}

typedef void (*step)(int *, int);

// expect: violated
__global__ void k(int *a, int choice)
{
    step f = keep;
    if (choice == 1)
        f = both;
    (*f)(a, blockIdx.x * 64 + threadIdx.x);
}
