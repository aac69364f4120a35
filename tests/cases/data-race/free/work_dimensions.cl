// Row-major over the whole range.
// kverify-test: block=8,8 grid=2,2

// expect: proved
__kernel void k(__global int *out)
{
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    out[y * get_global_size(0) + x] = get_work_dim();
}
