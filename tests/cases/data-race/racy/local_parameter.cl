// Local memory handed over by the host.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void k(__local int *s, __global int *out)
{
    size_t t = get_local_id(0);
    s[t] = t; // @put
    out[get_global_id(0)] = s[t ^ 1]; //~ data-race block shared read-write with @put
}
