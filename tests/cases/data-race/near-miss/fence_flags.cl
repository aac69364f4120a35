// Two barriers, one for each memory.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void k(__global int *a, __local int *b, __global int *out)
{
    size_t t = get_local_id(0);
    a[t] = t;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    b[t] = a[63 - t];
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    out[t] = b[63 - t];
}
