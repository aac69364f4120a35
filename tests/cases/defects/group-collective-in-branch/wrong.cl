// CARP 4.2, work item divergence: a sum of the whole group that only some work-items come to.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void total(__global int *a)
{
    const uint me = get_local_id(0);
    if (me < 32)
        a[me] = work_group_reduce_add(a[me]); //~ divergent-collective
}
