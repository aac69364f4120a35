// A copy of the struct is changed, and only for this thread.

struct View {
    int *data;
    int n;
};

// expect: proved
__global__ void k(View v)
{
    View mine = v;
    mine.data += blockIdx.x * blockDim.x + threadIdx.x;
    mine.n = 1;
    for (int i = 0; i < mine.n; ++i)
        mine.data[i] = i;
}
