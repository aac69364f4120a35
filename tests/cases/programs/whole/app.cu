// kverify-test: host=project
// A file with a main function is a program: what launches its kernels is in it.

// expect: proved
__global__ void single(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}

int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 256 * sizeof(float));
    single<<<4, 64>>>(a);
}
