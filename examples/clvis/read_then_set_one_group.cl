// CL-Vis, listing 3 with one work-group of four: a cell is read by its neighbours, then set twice by its owner.
// CL-Vis calls this free because the group runs in lock-step. OpenCL promises no such thing.
// kverify-test: block=4 grid=1

// expect: violated
__kernel void read_then_set(__global int *cells)
{
    int me = get_global_id(0);
    int one = cells[me + 1]; // @one
    int two = cells[me + 2]; // @two
    cells[me] = 1;
    //~ data-race block global read-write with @one
    //~ data-race block global read-write with @two
    cells[me] = one + two;
    //~ data-race block global read-write with @one
    //~ data-race block global read-write with @two
}
