// As the free ones, with a step that has no factor in common with the others.
// kverify-test: grid=1

// expect: violated
__global__ void one_step_too_long(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = threadIdx.x; //~ data-race block global write-write
        i += w[i] > 0 ? blockDim.x : blockDim.x + 1;
    }
}

// expect: violated
__global__ void runs_by_one(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        for (int left = w[i]; left > 0 && i < n; --left) {
            out[i] = threadIdx.x + left; //~ data-race block global write-write
            i += blockDim.x;
        }
        ++i;
    }
}
