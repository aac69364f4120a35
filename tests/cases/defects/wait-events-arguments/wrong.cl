// CARP 4.2, work item divergence: work-items wait for different copies.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void load(__global const float *in, __global float *out)
{
    __local float tile[128];
    const uint me = get_local_id(0);
    event_t done[2];
    done[0] = async_work_group_copy(tile, in, 64, 0);
    done[1] = async_work_group_copy(tile + 64, in + 64, 64, 0);
    wait_group_events(1, &done[me / 32]); //~ divergent-collective
    out[me] = 0;
}
