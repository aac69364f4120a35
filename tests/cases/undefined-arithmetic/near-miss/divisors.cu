// Quotients that are by zero nowhere, or that nothing rests on.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void tested(int *out)
{
    if (threadIdx.x > 0)
        out[threadIdx.x] = 1024 / threadIdx.x;
}

// expect: proved
__global__ void chosen(int *out)
{
    out[threadIdx.x] = threadIdx.x ? 1024 / threadIdx.x : 0;
}

// expect: proved
__global__ void short_circuit(int *out)
{
    if (threadIdx.x != 0 && 1024 / threadIdx.x > 100)
        out[threadIdx.x] = 1;
}

// Computed too early, and used where it is a number.
// expect: proved
__global__ void early(int *out)
{
    int share = 1024 / threadIdx.x;
    if (threadIdx.x > 0)
        out[threadIdx.x] = share;
}

// The host says what is divided by.
// expect: proved
__global__ void by_parameter(int *out, int n)
{
    out[threadIdx.x] = 1024 / n;
}

// So does memory.
// expect: proved
__global__ void by_data(int *out, const int *in)
{
    out[threadIdx.x] = 1024 / in[threadIdx.x];
}
