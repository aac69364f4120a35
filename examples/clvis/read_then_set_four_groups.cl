// CL-Vis, listing 3 with four work-groups of one: a cell is read by its neighbours, then set twice by its owner.
// Nothing orders the groups.
// kverify-test: block=1 grid=4

// expect: violated
__kernel void read_then_set(__global int *cells)
{
    int me = get_global_id(0);
    int one = cells[me + 1]; // @one
    int two = cells[me + 2]; // @two
    cells[me] = 1;
    //~ data-race grid global read-write with @one
    //~ data-race grid global read-write with @two
    cells[me] = one + two;
    //~ data-race grid global read-write with @one
    //~ data-race grid global read-write with @two
}
