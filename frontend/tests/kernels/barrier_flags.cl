// Fence flags that are constant once variables are known, and flags that are not.
void wait_for(cl_mem_fence_flags flags) { barrier(flags); }
__kernel void barrier_flags(__local int *a, __global int *b, uint n)
{
    const cl_mem_fence_flags both = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
    a[get_local_id(0)] = 1;
    wait_for(CLK_LOCAL_MEM_FENCE);
    wait_for(CLK_GLOBAL_MEM_FENCE);
    barrier(both);
    b[a[n]] = 2;
    barrier(n);
}
