// CARP 4.2, work item divergence: a strided copy that only some start.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void load(__global const float *in, __global float *out, __local float *tile)
{
    const uint me = get_local_id(0);
    event_t done = 0;
    if (me < 32)
        done = async_work_group_strided_copy(tile, in, 64, 2, done);
    wait_group_events(1, &done); //~ divergent-collective
    out[me] = tile[63 - me];
}
