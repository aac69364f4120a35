// CARP D2.2.B, section 3.1: the same in global memory, where the groups meet as well.

// expect: violated
__kernel void parity_cells_global(__global int *even, __global int *odd)
{
    const size_t me = get_global_id(0);
    if (me % 2 == 0)
        even[0] = me; //~ data-race block global write-write //~ data-race grid global write-write
    else
        odd[0] = me; //~ data-race block global write-write //~ data-race grid global write-write
}

// One work-item a group writes, but every group writes the same cell.
// expect: violated
__kernel void one_writer_a_group(__global int *last)
{
    if (get_local_id(0) == 0)
        last[0] = get_group_id(0); //~ data-race grid global write-write
}

// A cell for each group.
// expect: proved
__kernel void one_cell_a_group(__global int *last)
{
    if (get_local_id(0) == 0)
        last[get_group_id(0)] = get_global_id(0);
}
