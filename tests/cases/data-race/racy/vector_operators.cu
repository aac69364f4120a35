// kverify-test: block=64 grid=2
// Nothing declares operators of float4: they are taken as helper_math.h has them.

// expect: violated
__global__ void neighbours(float4 *p, float s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = s * p[i]; // @load
    p[i + 1] = own + make_float4(dot(own, own)); //~ data-race block global read-write with @load
    //~ data-race grid global read-write with @load
}

// expect: proved
__global__ void own_places(float4 *p, float s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = s * p[i];
    p[i] = own + make_float4(dot(own, own));
}
