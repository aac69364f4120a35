// A texture yields one value for one place: what cancels out, or is the same for all threads, separates nothing and joins nothing.
// kverify-test: block=64 grid=1

texture<int2, 1> table;

// expect: proved
__global__ void the_same_for_all(int *out, cudaTextureObject_t t, int n)
{
    out[tex1Dfetch<int>(t, n) + threadIdx.x] = threadIdx.x;
}

// expect: proved
__global__ void a_uniform_condition(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    if (tex1Dfetch(table, blockIdx.x).y > 3)
        __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

texture<float, cudaTextureTypeCubemap> faces;

// expect: proved
__global__ void of_a_cube(float *out, float x, float y, float z)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = texCubemap(faces, x, y, z);
}
