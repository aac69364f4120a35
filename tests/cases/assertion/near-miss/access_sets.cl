// Assertions that an array was not read or not written since the last barrier.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void only_written(__global int *p, __global int *q)
{
    p[get_global_id(0)] = q[get_global_id(0)];
    __assert(!__read(p));
    __assert(__no_write(q));
}

// expect: proved
__kernel void before_the_barrier(__local int *tile, __global int *out)
{
    tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(!__write(tile));
    out[get_global_id(0)] = tile[63 - get_local_id(0)];
}
