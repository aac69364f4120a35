// What is called is no kernel.
// kverify-test: block=64 grid=1

void reverse(__global int *a, __local int *tile)
{
    const uint me = get_local_id(0);
    tile[me] = a[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[me] = tile[63 - me];
}

// expect: proved
__kernel void caller(__global int *a)
{
    __local int tile[64];
    reverse(a, tile);
}
