// CL-Vis, listing 4: even work-items wait at one barrier, odd ones at another.

// expect: violated
__kernel void barrier_in_branches(__global int *cells)
{
    int me = get_global_id(0);
    if (me % 2 == 0) {
        cells[me] = me; // @even
        barrier(CLK_GLOBAL_MEM_FENCE); // @wait
    } else {
        barrier(CLK_GLOBAL_MEM_FENCE); //~ barrier-divergence with @wait
        cells[me] = me + cells[me - 1]; //~ data-race grid global read-write with @even
        //~ data-race block global read-write behind with @even
    }
}

// The barrier moved out of the branches: within a group, odd work-items read what even ones have written.
// expect: conditional
__kernel void barrier_after_branch(__global int *cells)
{
    int me = get_global_id(0);
    if (me % 2 == 0)
        cells[me] = me; // @write
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (me % 2 == 1)
        cells[me] = me + cells[me - 1]; //~ warning data-race grid global read-write with @write
}
