// CL-Vis, listing 2 with a single work-group: the barrier is enough.
// kverify-test: block=128 grid=1

// expect: proved
__kernel void sum_of_next_two_barrier(__global int *cells)
{
    int me = get_global_id(0);
    int one = cells[me + 1];
    int two = cells[me + 2];
    barrier(CLK_GLOBAL_MEM_FENCE);
    cells[me] = one + two;
}
