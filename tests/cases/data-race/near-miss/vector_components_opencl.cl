// Low half here, high half there.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global float4 *v)
{
    size_t i = get_global_id(0);
    v[i].lo = (float2)(1.0f, 2.0f);
    v[i + 1].hi = (float2)(3.0f, 4.0f);
}
