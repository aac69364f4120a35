// Assertions that an array was not read or not written, after it was.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void written(__global int *p)
{
    p[get_global_id(0)] = 1;
    __assert(!__write(p)); //~ assertion
}

// The barrier is for local memory.
// expect: violated
__kernel void read(__global int *p, __local int *tile)
{
    tile[get_local_id(0)] = p[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(__no_read(p)); //~ assertion
    p[get_global_id(0)] = tile[get_local_id(0)];
}
