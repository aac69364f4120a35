// CARP 4.2, work item divergence: work-items ask different ones for their value.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void spread(__global int *a)
{
    const uint me = get_local_id(0);
    a[me] = work_group_broadcast(a[me], me / 2); //~ divergent-collective
}
