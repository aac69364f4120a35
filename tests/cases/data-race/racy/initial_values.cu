// An initialiser that sends all threads to one place.
// kverify-test: block=64 grid=1

__device__ int stride = 0;

// expect: violated
__global__ void gather(int *out)
{
    out[threadIdx.x * stride] = threadIdx.x; //~ data-race block global write-write
}

int main()
{
    int *out = 0;
    gather<<<1, 64>>>(out);
    return 0;
}
