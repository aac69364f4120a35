// Counted from the first.
// kverify-test: block=64 grid=1

__constant float weight[3] = {0.25f, 0.5f, 0.25f};

// expect: proved
__kernel void blur(__global const float *in, __global float *out)
{
    const uint me = get_global_id(0);
    float sum = 0;
    for (int i = -1; i <= 1; ++i)
        sum += weight[i + 1] * in[me + 1 + i];
    out[me] = sum;
}
