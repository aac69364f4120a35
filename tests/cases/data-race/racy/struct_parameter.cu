// Two members of a struct by value point to arrays; the index into one of them is shared.

struct View {
    int *data;
    int *count;
    int n;
};

// expect: violated
__global__ void k(View v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n)
        v.data[i] = i;
    v.count[blockIdx.x] = i; //~ data-race block global write-write
}
