// CARP D2.2.B, section 4.2: how many work-items there are is the host's business. With more than there are elements, the
// last ones run past the arrays' ends; they still do not meet.

// expect: proved
__kernel void square(__global const float *in, __global float *out)
{
    const size_t me = get_global_id(0);
    out[me] = in[me] * in[me];
}

// expect: proved
__kernel void square_guarded(__global const float *in, __global float *out, uint count)
{
    const size_t me = get_global_id(0);
    if (me < count)
        out[me] = in[me] * in[me];
}
