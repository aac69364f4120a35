// CL-Vis, listing 5: a lock that lanes in lock-step take from each other.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void add(volatile __global int *lock, __global int *sum)
{
    while (atomic_xchg(lock, 1) > 0) { } //~ warning non-terminating-loop
    atomic_xchg(lock, 0);
}
