// kverify-test: host=project
// expect: proved
__global__ void scale(float *a)
{
    a[threadIdx.x] = 1.0f;
}

int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 256);
    scale<<<1, 64>>>(a);
}
