// CARP 6, breadth-first search: rows are taken to be as long as columns, so that elements meet where the grid is no square.
// kverify-test: block=8,16 grid=1,1

// expect: violated
__kernel void visit(__global int *level)
{
    const uint x = get_global_id(0), y = get_global_id(1);
    level[x * get_global_size(0) + y] = x - y; //~ data-race block global write-write
}
