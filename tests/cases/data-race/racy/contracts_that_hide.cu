// Blocks that are too small for what the kernel does hide what goes wrong in it: no contract says so.

// expect: violated
template <int B>
__global__ void halves(const float *in, float *out)
{
    __shared__ float s[B];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * B + t]; // @fill
    if (t < B / 2)
        s[t] += s[t + B / 2]; //~ data-race block shared read-write with @fill
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = s[0];
}
template __global__ void halves<256>(const float *, float *);

// expect: violated
template <int N>
__global__ void last_thread(const float *in, int *out, int n)
{
    __shared__ float total;
    __shared__ int part[N / 2];
    if (threadIdx.x == 0)
        total = 0;
    for (int i = threadIdx.x; i < N / 2; i += blockDim.x)
        part[i] = 0;
    __syncthreads();
    for (int b = 0; b < n; b += N) {
        float x = in[b + threadIdx.x];
        if (threadIdx.x == N - 1)
            total = total + x; // @last
        if (total > 1) //~ data-race block shared read-write with @last
            break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x % (N / 2)];
}
template __global__ void last_thread<256>(const float *, int *, int);
