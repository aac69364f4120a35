// The host sets what it hands over through a pointer: what it was before is not what the launch has, and no input either.

// expect: suspect
__global__ void through_pointer(int *a, int g)
{
    a[threadIdx.x * g] = threadIdx.x; //~ data-race //~ warning out-of-bounds
}

int main()
{
    int *a, g = 0;
    cudaMalloc(&a, 64 * sizeof(int));
    int *p = &g;
    *p = 1;
    through_pointer<<<1, 64>>>(a, g);
}
