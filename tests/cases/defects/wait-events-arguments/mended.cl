// All wait for both.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void load(__global const float *in, __global float *out)
{
    __local float tile[128];
    const uint me = get_local_id(0);
    event_t done[2];
    done[0] = async_work_group_copy(tile, in, 64, 0);
    done[1] = async_work_group_copy(tile + 64, in + 64, 64, 0);
    wait_group_events(2, done);
    out[me] = tile[me] + tile[127 - me];
}
