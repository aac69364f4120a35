// CL-Vis, listing 3 with one work-group of four that runs in lock-step: all have read before anyone sets.
// kverify-test: block=4 grid=1 lockstep=4

// expect: proved
__kernel void read_then_set(__global int *cells)
{
    int me = get_global_id(0);
    int one = cells[me + 1];
    int two = cells[me + 2];
    cells[me] = 1;
    cells[me] = one + two;
}
