// Three floats at a stride of three floats.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global float *a)
{
    size_t i = get_global_id(0);
    vstore3((float3)(1.0f, 2.0f, 3.0f), i, a);
}
