// The same where nothing races, whatever the shape is.

static dim3 grid_for(int n) { return dim3((n + 255) / 256); }

// expect: proved
__global__ void scaled(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1.0f;
}

void launch(float *a, int n)
{
    scaled<<<grid_for(n), 256>>>(a, n);
}
