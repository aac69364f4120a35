// Flags with the orders of OpenCL's atomics and fences.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void default_order(__global int *out)
{
    __local atomic_int flag;
    __local int value;
    if (get_local_id(0) == 0)
        atomic_init(&flag, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        value = 42;
        atomic_store(&flag, 1);
    }
    if (get_local_id(0) == 32) {
        while (!atomic_load(&flag))
            ;
        out[0] = value;
    }
}

// expect: proved
__kernel void older_fences(__local int *value, __global int *out)
{
    __local int flag;
    if (get_local_id(0) == 0)
        flag = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        value[0] = 42;
        write_mem_fence(CLK_LOCAL_MEM_FENCE);
        atomic_xchg(&flag, 1);
    }
    if (get_local_id(0) == 32) {
        while (atomic_or(&flag, 0) == 0)
            ;
        read_mem_fence(CLK_LOCAL_MEM_FENCE);
        out[0] = value[0];
    }
}
