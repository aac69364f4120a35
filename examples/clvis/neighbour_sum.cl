// CL-Vis, listings 1 and 2: each work-item replaces its cell by the sum of the next two.

// Listing 1: a cell may be read before or after its owner has replaced it.
// expect: violated
__kernel void sum_of_next_two(__global int *cells)
{
    int me = get_global_id(0);
    cells[me] = cells[me + 1] + cells[me + 2]; // @sum
    //~ data-race block global read-write with @sum x2
    //~ data-race grid global read-write with @sum x2
}

// Listing 2: read, wait, write. That settles it inside a group; at the edge of two groups nobody waits for anybody.
// expect: violated
__kernel void sum_of_next_two_barrier(__global int *cells)
{
    int me = get_global_id(0);
    int one = cells[me + 1]; // @one
    int two = cells[me + 2]; // @two
    barrier(CLK_GLOBAL_MEM_FENCE);
    cells[me] = one + two;
    //~ data-race grid global read-write with @one
    //~ data-race grid global read-write with @two
}

// Out of place there is nothing to wait for.
// expect: proved
__kernel void sum_of_next_two_copy(__global const int *cells, __global int *sums)
{
    int me = get_global_id(0);
    sums[me] = cells[me + 1] + cells[me + 2];
}
