// The table sends two work-items to one place.
// kverify-test: block=4 grid=1

__constant int place[4] = { 2, 0, 2, 1 };

// expect: violated
__kernel void k(__global int *out)
{
    out[place[get_local_id(0)]] = get_local_id(0); //~ data-race block global write-write
}
