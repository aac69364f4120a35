// The table is only read for its values.
// kverify-test: block=4 grid=1

__constant float weight[4] = { 0.1f, 0.2f, 0.3f, 0.4f };

// expect: proved
__kernel void k(__global float *out)
{
    out[get_local_id(0)] = weight[3 - get_local_id(0)];
}
