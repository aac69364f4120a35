// CARP 4.2: a kernel that is called as a function declares local memory; what that means is up to the implementation.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void stage(__global int *a)
{
    __local int tile[64];
    const uint me = get_local_id(0);
    tile[me] = a[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[me] = tile[63 - me];
}

// expect: unknown
__kernel void twice(__global int *a)
{
    stage(a);
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    stage(a);
}
