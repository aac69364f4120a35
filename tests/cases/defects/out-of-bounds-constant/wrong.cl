// memcheck: past the end of constant memory, here before its start.
// kverify-test: block=64 grid=1

__constant float weight[3] = {0.25f, 0.5f, 0.25f};

// expect: violated
__kernel void blur(__global const float *in, __global float *out)
{
    const uint me = get_global_id(0);
    float sum = 0;
    for (int i = -1; i <= 1; ++i)
        sum += weight[i] * in[me + 1 + i]; //~ out-of-bounds
    out[me] = sum;
}
