__global__ void near(float *a)
{
    a[threadIdx.x] = a[threadIdx.x + STEP];
}
