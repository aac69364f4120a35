// As in racy/operands.cl, but all hand over the same.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void lane(__global const int *in, __global int *out, uint from)
{
    const size_t i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], from % 64);
}

// One of the group's own, but of all.
// expect: proved
__kernel void lane_of_group(__global const int *in, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], get_group_id(0) % 64);
}

// expect: proved
__kernel void lane_in_loop(__global const int *in, __global int *out, int n)
{
    const size_t i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += work_group_broadcast(in[i], (uint)k % 64);
    out[i] = sum;
}

// The lane is told by a broadcast.
// expect: proved
__kernel void lane_of_lane(__global const uint *in, __global uint *out)
{
    const size_t i = get_global_id(0);
    uint from = work_group_broadcast(in[i], 0);
    out[i] = work_group_broadcast(in[i], from % 64);
}

// expect: proved
__kernel void lane_of_sub_group(__global const int *in, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = sub_group_broadcast(in[i], get_sub_group_id() % 2);
}

// Two buffers in turn.
// expect: proved
__kernel void events_in_turn(__global const float *in, __global float *out, int n)
{
    __local float tile[2][64];
    const uint me = get_local_id(0);
    event_t done[2];
    done[0] = async_work_group_copy(tile[0], in, 64, 0);
    wait_group_events(1, &done[0]);
    float sum = tile[0][63 - me];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 1; k < n; k++) {
        done[k % 2] = async_work_group_copy(tile[k % 2], in + 64 * k, 64, 0);
        wait_group_events(1, &done[k % 2]);
        sum += tile[k % 2][63 - me];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// One event for two copies.
// expect: proved
__kernel void joined(__global const float *in, __global float *out)
{
    __local float tile[128];
    const uint me = get_local_id(0);
    event_t done = async_work_group_copy(tile, in, 64, 0);
    done = async_work_group_copy(tile + 64, in + 64, 64, done);
    wait_group_events(1, &done);
    out[get_global_id(0)] = tile[127 - me];
}
