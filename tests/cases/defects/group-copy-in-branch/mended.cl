// All start it.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void load(__global const float *in, __global float *out, __local float *tile)
{
    const uint me = get_local_id(0);
    event_t done = async_work_group_copy(tile, in, 64, 0);
    wait_group_events(1, &done);
    out[me] = tile[63 - me];
}
