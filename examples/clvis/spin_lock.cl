// CL-Vis, listing 5: a lock taken by an exchange. Whether the loop ends depends on the scheduler; no memory race happens.

void take(volatile __global int *lock)
{
    int old;
    do {
        old = atomic_xchg(lock, 1); //~ warning non-terminating-loop
    } while (old > 0);
}

// expect: proved
__kernel void spin(volatile __global int *lock)
{
    take(lock);
}
