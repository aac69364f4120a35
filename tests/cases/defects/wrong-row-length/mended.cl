// Rows are as long as they are.
// kverify-test: block=8,16 grid=1,1

// expect: proved
__kernel void visit(__global int *level)
{
    const uint x = get_global_id(0), y = get_global_id(1);
    level[y * get_global_size(0) + x] = x - y;
}
