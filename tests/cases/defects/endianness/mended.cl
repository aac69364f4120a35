// As many elements: the order in the vector stays.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void halves(__global const float4 *in, __global uint4 *out)
{
    out[get_global_id(0)] = as_uint4(in[get_global_id(0)]);
}
