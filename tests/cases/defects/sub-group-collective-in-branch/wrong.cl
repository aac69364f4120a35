// CARP 5.2, in OpenCL: a vote of the sub-group that only some of its work-items come to.
// kverify-test: block=64 grid=1
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// expect: violated
__kernel void vote(__global int *a)
{
    const uint me = get_local_id(0);
    if (get_sub_group_local_id() < 4)
        a[me] = sub_group_any(a[me]); //~ divergent-collective
}
