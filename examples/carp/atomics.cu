// CARP D2.2.B, section 5.1: atomic and plain accesses to one counter.

// expect: proved
__global__ void count_atomically(int *n)
{
    atomicAdd(n, 100);
}

// Everybody resets the counter, even after others have added to it. The resets among themselves write the same.
// expect: violated
__global__ void reset_and_count(int *n)
{
    *n = 0; // @reset
    //~ warning data-race block global write-write
    //~ warning data-race grid global write-write
    atomicAdd(n, 100);
    //~ data-race block global atomic-plain with @reset
    //~ data-race grid global atomic-plain with @reset
}
