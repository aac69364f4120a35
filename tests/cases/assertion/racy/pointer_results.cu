// A postcondition that does not hold of the pointer that a function gives.
// kverify-test: block=64 grid=1

__device__ int *place(int *p)
{
    __ensures(__return_val_ptr() == p); //~ assertion
    return p + 64;
}

// expect: violated
__global__ void result(int *out)
{
    int *own = place(out);
    own[threadIdx.x] = 1;
}
