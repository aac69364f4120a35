// CARP D2.2.B, section 6: SHOC's breadth-first search waits for all groups on an atomic counter. OpenCL promises neither that
// the groups run at the same time nor that plain stores before the counter are seen after it.

// expect: violated
__kernel void publish_and_wait(__global int *level, volatile __global int *arrived)
{
    level[get_group_id(0)] = get_local_id(0) + 1;
    //~ data-race block global write-write
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_inc(arrived);
}

// One writer a group, but the next group's level is read without anything that orders the groups.
// expect: violated
__kernel void read_next_level(__global int *level, __global int *out, volatile __global int *arrived)
{
    if (get_local_id(0) == 0) {
        level[get_group_id(0)] = get_group_id(0) + 1; // @level
        atomic_inc(arrived);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = level[get_group_id(0) + 1]; //~ data-race grid global read-write with @level
}
