// Two blocks.

// expect: proved
__global__ void ones(int *a)
{
    a[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1;
}

void run(int *a)
{
    ones<<<2, 1024>>>(a);
}
