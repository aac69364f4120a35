// All come, but not with what has to be the same for all.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void lane(__global const int *in, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], get_local_id(0) % 2); //~ divergent-collective
}

// The lane is data: each work-item reads its own.
// expect: violated
__kernel void lane_of_data(__global const int *in, __global const uint *from, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = work_group_broadcast(in[i], from[i]); //~ divergent-collective
}

// expect: violated
__kernel void lane_in_loop(__global const int *in, __global int *out, int n)
{
    const size_t i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += work_group_broadcast(in[i], (k + get_local_id(0)) % 64); //~ divergent-collective
    out[i] = sum;
}

// expect: violated
__kernel void lane_of_sub_group(__global const int *in, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = sub_group_broadcast(in[i], get_sub_group_local_id() / 8); //~ divergent-collective
}

// expect: violated
__kernel void events(__global const float *in, __global float *out)
{
    __local float tile[128];
    const uint me = get_local_id(0);
    event_t first = async_work_group_copy(tile, in, 64, 0);
    event_t second = async_work_group_copy(tile + 64, in + 64, 64, 0);
    event_t one = me < 32 ? first : second;
    wait_group_events(1, &one); //~ divergent-collective
    out[get_global_id(0)] = 0;
}

// expect: violated
__kernel void number_of_events(__global const float *in, __global float *out)
{
    __local float tile[128];
    const uint me = get_local_id(0);
    event_t done[2];
    done[0] = async_work_group_copy(tile, in, 64, 0);
    done[1] = async_work_group_copy(tile + 64, in + 64, 64, 0);
    wait_group_events(me < 10 ? 2 : 1, done); //~ divergent-collective
    out[get_global_id(0)] = 0;
}

// expect: violated
__kernel void wait_in_loop(__global const float *in, __global float *out)
{
    __local float tile[64];
    const uint me = get_local_id(0);
    event_t done = async_work_group_copy(tile, in, 64, 0);
    for (uint k = 0; k < me; k++)
        wait_group_events(1, &done); //~ divergent-collective
    out[get_global_id(0)] = 0;
}
