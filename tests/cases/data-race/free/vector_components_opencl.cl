// Swizzles of one's own vector.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global float4 *v)
{
    size_t i = get_global_id(0);
    float4 a = v[i];
    a.xy = a.zw;
    a.hi = a.lo;
    v[i] = a.wzyx;
}
