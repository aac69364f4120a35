// memcheck: an optional buffer is not there.

// expect: violated
__global__ void multiply(float *out, const float *factor)
{
    out[threadIdx.x] *= factor[threadIdx.x]; //~ out-of-bounds
}

void run(float *out)
{
    multiply<<<1, 64>>>(out, nullptr);
}
