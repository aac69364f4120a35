// A work-item's place in its sub-group counts all dimensions of a work-group; that is no word of a second one.

// expect: proved
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void leaders(__global int *a)
{
    if (get_sub_group_local_id() < 4)
        a[get_global_id(0)] = get_sub_group_id();
}
