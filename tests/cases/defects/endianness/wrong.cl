// CARP 4.2: which half of a number a reinterpreted vector's element is depends on the device's byte order.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void halves(__global const float4 *in, __global ushort8 *out)
{
    out[get_global_id(0)] = as_ushort8(in[get_global_id(0)]);
}
