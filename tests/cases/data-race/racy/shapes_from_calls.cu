// A launch's shape that a function or a method gives: what it returns is read.

static dim3 shape(int x) { return dim3(x); }

struct Shapes {
    dim3 of(int x) const { return dim3(x); }
};

// expect: violated
__global__ void by_a_function(int *a)
{
    if (threadIdx.y == 0)
        a[blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

// expect: violated
__global__ void by_a_method(int *a)
{
    if (threadIdx.y == 0)
        a[blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

// expect: violated
__global__ void by_a_variable(int *a)
{
    if (threadIdx.y == 0)
        a[blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

void launch(int *a, Shapes shapes)
{
    by_a_function<<<4, shape(64)>>>(a);
    by_a_method<<<4, shapes.of(64)>>>(a);
    dim3 block = shape(64);
    by_a_variable<<<4, block>>>(a);
}
