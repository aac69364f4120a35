// Flags with the orders of OpenCL's atomics and fences, of which one is not enough.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void fences_the_wrong_way_round(__local int *value, __global int *out)
{
    __local int flag;
    if (get_local_id(0) == 0)
        flag = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        value[0] = 42; // @put
        read_mem_fence(CLK_LOCAL_MEM_FENCE);
        atomic_xchg(&flag, 1);
    }
    if (get_local_id(0) == 32) {
        while (atomic_or(&flag, 0) == 0)
            ;
        write_mem_fence(CLK_LOCAL_MEM_FENCE);
        out[0] = value[0]; //~ data-race block shared read-write with @put
    }
}

// An atomic operation on local memory orders no global memory.
// expect: violated
__kernel void flag_in_local_memory(__global int *value, __global int *out)
{
    __local atomic_int flag;
    if (get_local_id(0) == 0)
        atomic_init(&flag, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        value[0] = 42; // @global
        atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group);
    }
    if (get_local_id(0) == 32) {
        while (!atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group))
            ;
        out[0] = value[0]; //~ data-race block global read-write with @global
    }
}
