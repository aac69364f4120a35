// Accesses that what is handed over or read keeps inside.
// kverify-test: block=128 grid=2

// expect: proved
__global__ void counted(int *out, const int *counts)
{
    __shared__ int s[100];
    if (threadIdx.x < counts[0]) s[threadIdx.x] = 1;
    out[blockIdx.x * 128 + threadIdx.x] = 0;
}

// expect: proved
__global__ void up_to_n(int *out, int n)
{
    int own[5];
    for (int k = 0; k < n; ++k) own[k] = 0;
    out[blockIdx.x * 128 + threadIdx.x] = n;
}

// expect: proved
__global__ void inside(int *out, const int *asks)
{
    __shared__ int s[131];
    if (asks[threadIdx.x] > 0) s[threadIdx.x + 3] = 1;
    out[blockIdx.x * 128 + threadIdx.x] = 0;
}
