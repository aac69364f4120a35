// The scope of a work-group's barrier says who else sees the order, not who waits.
// kverify-test: block=64 grid=4

// expect: violated
__kernel void whole_device(__global int *data, __global int *out)
{
    data[get_global_id(0)] = get_global_id(0); // @put
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    out[get_global_id(0)] = data[get_global_size(0) - 1 - get_global_id(0)]; //~ data-race grid global read-write with @put
}

// expect: proved
__kernel void own_group(__global int *data, __global int *out)
{
    data[get_global_id(0)] = get_global_id(0);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    out[get_global_id(0)] = data[get_group_id(0) * 64 + 63 - get_local_id(0)];
}

// No barrier of a group has so small a scope.
// expect: violated
// today: unknown, because a barrier whose scope is smaller than the work-group is not modelled
__kernel void too_small(__global int *data, __global int *out)
{
    data[get_global_id(0)] = get_global_id(0);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);
    out[get_global_id(0)] = data[get_global_id(0) ^ 1];
}
