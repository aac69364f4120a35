// kverify-test: host=project
// Another program has a kernel of the same name, and launches that.

// expect: conditional
__global__ void scale(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ warning data-race grid global write-write
}
