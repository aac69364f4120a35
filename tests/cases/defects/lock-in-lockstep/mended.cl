// One work-item takes it.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void add(volatile __global int *lock, __global int *sum)
{
    if (get_local_id(0) == 0) {
        while (atomic_xchg(lock, 1) > 0) { }
        atomic_xchg(lock, 0);
    }
}
