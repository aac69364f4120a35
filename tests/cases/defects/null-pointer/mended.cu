// The kernel asks first.

// expect: proved
__global__ void multiply(float *out, const float *factor)
{
    if (factor)
        out[threadIdx.x] *= factor[threadIdx.x];
}

void run(float *out)
{
    multiply<<<1, 64>>>(out, nullptr);
}
