// memcheck, errors of the interface: a block that no device takes.

// expect: proved
__global__ void ones(int *a)
{
    a[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1;
}

void run(int *a)
{
    ones<<<1, dim3(64, 32)>>>(a); //~ launch-shape
}
