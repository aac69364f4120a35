// kverify-test: host=project
// The host code uses the classes for C++.

// expect: proved
__kernel void fixed(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0);
}

// The runtime chooses the size.
// expect: violated
__kernel void null_range(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// expect: violated
__kernel void left_out(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// expect: proved
__kernel void by_functor(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// The stride that it is called with is shorter than the groups.
// expect: violated
__kernel void too_small(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// expect: proved
__kernel void at_once(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// expect: proved
__kernel void guarded(__global float *a, int n)
{
    int i = get_global_id(0);
    if (i < n)
        a[i] = 1.0f;
}

// expect: violated
__kernel void padded(__global float *a)
{
    a[get_global_id(0)] = 1.0f; //~ out-of-bounds
}

// expect: violated
__kernel void same(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1]; //~ data-race block global read-write
}

// expect: proved
__kernel void apart(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}

// expect: unknown
__kernel void parted(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}

// expect: proved
__kernel void sums(__global float *a, __local float *partial)
{
    int l = get_local_id(0);
    partial[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = partial[l] + partial[0];
}

// One element is missing.
// expect: violated
__kernel void sums_short(__global float *a, __local float *partial)
{
    int l = get_local_id(0);
    partial[l] = a[get_global_id(0)]; //~ out-of-bounds
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = partial[0];
}

// expect: proved
__kernel void image(__global float *a, int width)
{
    a[get_global_id(1) * width + get_global_id(0)] = 1.0f;
}

// The object is a member: others may launch it.
// expect: violated
__kernel void member(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// Two variables have the object.
// expect: violated
__kernel void copied(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// expect: proved
__kernel void assigned(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}
