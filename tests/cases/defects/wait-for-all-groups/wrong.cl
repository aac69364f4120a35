// CARP 6, SHOC's breadth-first search: groups wait for all others, which need not run at the same time.

// expect: proved
__kernel void all_groups(volatile __global int *arrived, __global int *out)
{
    if (get_local_id(0) == 0) {
        atomic_inc(arrived);
        while (atomic_add(arrived, 0) < get_num_groups(0)) { } //~ warning non-terminating-loop
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
