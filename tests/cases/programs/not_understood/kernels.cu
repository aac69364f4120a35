// kverify-test: host=project
// A caller that launches it in a way that is not understood may launch it with anything.

// One caller has blocks of 64; clang cannot read the other.
// expect: violated
// today: suspect, because sizes in text that clang left out are not followed
__global__ void lost(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ data-race grid global write-write
}

// A table of another file holds it.
// expect: violated
__global__ void in_a_table(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ data-race grid global write-write
}

// What the second caller hands over is its own caller's.
// expect: violated
__global__ void any_size(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ data-race grid global write-write
}
