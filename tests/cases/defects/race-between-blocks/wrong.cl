// CARP 3.1: a neighbour's element may belong to another group, for which no barrier waits.
// kverify-test: block=64 grid=4

// expect: violated
__kernel void shift(__global int *a)
{
    const uint me = get_global_id(0);
    const int next = a[me + 1]; // @read
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[me] = next; //~ data-race grid global read-write with @read
}
