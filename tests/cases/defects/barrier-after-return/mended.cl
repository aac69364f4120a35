// They stay for the barrier.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void leave_early(__global int *a, __local int *s)
{
    const uint me = get_local_id(0);
    if (me < 60)
        s[me] = a[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < 60)
        a[me] = s[me];
}
