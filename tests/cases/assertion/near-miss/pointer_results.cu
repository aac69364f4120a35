// Postconditions that speak of the pointer that a function gives.
// kverify-test: block=64 grid=1

__device__ int *place(int *p)
{
    __ensures(__return_val_ptr() == p);
    return p;
}

typedef int (*Step)(int);
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x + 2; }
__device__ Step step(bool far)
{
    __requires(!far);
    __ensures(__return_val_funptr(Step) == one);
    return far ? two : one;
}

// expect: proved
__global__ void results(int *out)
{
    int *own = place(out);
    own[threadIdx.x] = step(false)(threadIdx.x);
}
