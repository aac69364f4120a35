// CARP 4.2, work item divergence: all come to the copy, with different arguments.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void load(__global const float *in, __global float *out, __local float *tile)
{
    const uint me = get_local_id(0);
    event_t done = async_work_group_copy(tile, in + me / 32, 64, 0); //~ divergent-collective
    wait_group_events(1, &done);
    out[me] = tile[63 - me];
}
