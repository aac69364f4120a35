// A variable of the device is one for all.
// kverify-test: block=64 grid=2

__device__ int last;

// expect: violated
__global__ void k()
{
    last = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}
