// A barrier between them.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void total(volatile __global int *n, __global int *out)
{
    atomic_add(n, 100);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0)] = n[0];
}
