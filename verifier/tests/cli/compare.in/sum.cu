void in_a_row(const float *in, float *out)
{
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
        sum += in[i];
    out[0] = sum;
}

__global__ void tree(const float *in, float *out)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[0] = part[0];
}

__global__ void one_short(const float *in, float *out)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int half = 32; half > 1; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[0] = part[0];
}

__global__ void unordered(const float *in, float *out)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        out[0] = part[0];
}

__global__ void sorted_away(const float *in, float *out)
{
    if (threadIdx.x == 0)
        out[0] = in[(int)in[1]];
}

__global__ void in_any_order(const float *in, float *out)
{
    __shared__ int next;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    int mine = atomicAdd(&next, 1);
    out[mine] = in[threadIdx.x];
}

__global__ void copy(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}
