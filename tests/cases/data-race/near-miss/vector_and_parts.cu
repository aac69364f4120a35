// A vector access and scalar accesses of the same thread, or in between those of others.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void scalar_in_the_own_vector(float *a)
{
    float4 v = reinterpret_cast<float4 *>(a)[threadIdx.x];
    a[4 * threadIdx.x + 3] = v.x;
}

// expect: proved
__global__ void scalar_between_vectors(float *a)
{
    float2 *pairs = (float2 *)a;
    pairs[2 * threadIdx.x] = make_float2(1, 2);
    a[4 * threadIdx.x + 6] = 3;
    a[4 * threadIdx.x + 7] = 4;
}
