// CARP 4.2: the copy is still under way when its data are read.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void load(__global const float *in, __global float *out, __local float *tile)
{
    const uint me = get_local_id(0);
    event_t done = async_work_group_copy(tile, in, 64, 0); // @copy
    out[me] = tile[63 - me]; //~ data-race shared read-write with @copy
    wait_group_events(1, &done);
}
