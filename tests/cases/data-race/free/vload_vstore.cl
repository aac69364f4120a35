// A vector a work-item.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global const float *a, __global float *b)
{
    size_t i = get_global_id(0);
    vstore4(vload4(i, a) * 2.0f, i, b);
}
