// Launches that clang leaves out: the kernels are launched otherwise, too.

// expect: violated
__global__ void by_a_kernel(int *out)
{
    out[threadIdx.x] = blockIdx.x; //~ data-race grid
}

// expect: unknown
__global__ void parent(int *out)
{
    if (threadIdx.x == 0)
        by_a_kernel<<<2, 64>>>(out);
}

// expect: violated
__global__ void by_a_lost_statement(int *out)
{
    out[threadIdx.x] = blockIdx.x; //~ data-race grid
}

// expect: proved
__global__ void seen(int *out)
{
    out[threadIdx.x] = blockIdx.x;
}

void host(int *p)
{
    by_a_kernel<<<1, 64>>>(p);
    by_a_lost_statement<<<1, 64>>>(p);
    seen<<<1, 64>>>(p);
    parent<<<1, 1>>>(p);
    undeclared.run([=] { by_a_lost_statement<<<3, 64>>>(p); });
}
