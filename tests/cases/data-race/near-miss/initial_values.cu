// What somebody else in the file writes need not be what the initialiser says.
// kverify-test: block=64 grid=1

__device__ int by_host = 1;
__device__ int by_kernel = 1;
__device__ int by_address = 1;

// expect: violated
__global__ void as_host_says(int *out)
{
    out[threadIdx.x * by_host] = threadIdx.x; //~ data-race block global write-write
}

// expect: proved
__global__ void set(int value)
{
    if (threadIdx.x == 0)
        by_kernel = value;
}

// expect: violated
__global__ void as_kernel_says(int *out)
{
    out[threadIdx.x * by_kernel] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void as_anybody_says(int *out)
{
    out[threadIdx.x * by_address] = threadIdx.x; //~ data-race block global write-write
}

int main()
{
    int *out = 0, *at = 0, none = 0;
    cudaMemcpyToSymbol(by_host, &none, sizeof(none));
    as_host_says<<<1, 64>>>(out);
    set<<<1, 64>>>(0);
    as_kernel_says<<<1, 64>>>(out);
    cudaGetSymbolAddress((void **)&at, by_address);
    cudaMemset(at, 0, sizeof(int));
    as_anybody_says<<<1, 64>>>(out);
    return 0;
}
