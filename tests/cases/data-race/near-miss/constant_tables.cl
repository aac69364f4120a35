// The table is a permutation.
// kverify-test: block=4 grid=1

__constant int place[4] = { 2, 0, 3, 1 };

// expect: proved
__kernel void k(__global int *out)
{
    out[place[get_local_id(0)]] = get_local_id(0);
}
