// Each group has its own local memory.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__local int *s, __global int *out)
{
    if (get_local_id(0) == 0) {
        s[0] = get_group_id(0);
        out[get_group_id(0)] = s[0];
    }
}
