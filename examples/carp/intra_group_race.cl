// CARP D2.2.B, section 3.1: work-items of one group meet in two cells of local memory.

// Even work-items all write one cell, odd ones the other; whoever is last wins.
// expect: violated
__kernel void parity_cells(__local int *even, __local int *odd)
{
    const size_t me = get_local_id(0);
    if (me % 2 == 0)
        even[0] = me; //~ data-race block shared write-write
    else
        odd[0] = me; //~ data-race block shared write-write
}

// One writer each: the first even and the first odd work-item.
// expect: proved
__kernel void parity_cells_single_writer(__local int *even, __local int *odd)
{
    const size_t me = get_local_id(0);
    if (me == 0)
        even[0] = me;
    else if (me == 1)
        odd[0] = me;
}

// A cell for each work-item.
// expect: proved
__kernel void parity_cells_spread(__local int *even, __local int *odd)
{
    const size_t me = get_local_id(0);
    if (me % 2 == 0)
        even[me / 2] = me;
    else
        odd[me / 2] = me;
}
