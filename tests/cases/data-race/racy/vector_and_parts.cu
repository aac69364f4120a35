// A vector access of one thread and a scalar access of another.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void scalar_in_a_vector(float *a)
{
    float4 v = reinterpret_cast<float4 *>(a)[threadIdx.x]; // @all
    a[4 * threadIdx.x + 7] = v.x; //~ data-race block global read-write with @all
}

// expect: violated
__global__ void vectors_half_apart(float *a, float2 b)
{
    __shared__ float4 tile[33];
    float2 *halves = (float2 *)tile;
    tile[threadIdx.x] = make_float4(1, 2, 3, 4); // @whole
    halves[2 * threadIdx.x + 2] = b; //~ data-race block shared write-write with @whole
    __syncthreads();
    a[threadIdx.x] = tile[threadIdx.x].x;
}
