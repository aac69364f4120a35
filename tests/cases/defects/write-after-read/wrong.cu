// racecheck, WAR: overwritten before the other thread has read it.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void rotate(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int next = s[(threadIdx.x + 1) % 64]; // @read
    s[threadIdx.x] = next; //~ data-race block shared read-write with @read
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
