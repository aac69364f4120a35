// Pointers that the host hands over as null, to kernels that do not use them then.

// expect: proved
__global__ void tested(float *out, const float *bias)
{
    out[threadIdx.x] *= bias ? bias[threadIdx.x] : 1.0f;
}

// expect: proved
__global__ void tested_early(float *out, const float *bias)
{
    if (bias == nullptr)
        return;
    out[threadIdx.x] += bias[threadIdx.x];
}

// The flag is handed over beside it.
// expect: proved
__global__ void flag(float *out, const float *bias, bool with_bias)
{
    if (with_bias)
        out[threadIdx.x] += bias[threadIdx.x];
}

// No thread comes to it.
// expect: proved
__global__ void none(float *out, const float *bias, int n)
{
    out[threadIdx.x] = 0;
    for (int i = 0; i < n; ++i)
        out[threadIdx.x] += bias[i];
}

// Another launch hands it over.
// expect: proved
__global__ void other(float *out, const float *bias, int with_bias)
{
    if (with_bias)
        out[threadIdx.x] += bias[threadIdx.x];
}

void run(float *out, const float *bias)
{
    tested<<<1, 64>>>(out, nullptr);
    tested_early<<<1, 64>>>(out, nullptr);
    flag<<<1, 64>>>(out, nullptr, false);
    none<<<1, 64>>>(out, nullptr, 0);
    other<<<1, 64>>>(out, bias, 1);
    other<<<1, 64>>>(out, nullptr, 0);
}
