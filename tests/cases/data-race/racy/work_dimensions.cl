// Two of the three dimensions are not enough.
// kverify-test: block=4,4,4 grid=1

// expect: violated
__kernel void k(__global int *out)
{
    size_t x = get_local_id(0);
    size_t y = get_local_id(1);
    out[y * get_local_size(0) + x] = get_local_id(2); //~ data-race block global write-write
}
