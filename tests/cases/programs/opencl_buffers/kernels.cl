// kverify-test: host=project
// Buffers and local memory are made by host code in another file.

// The padded work-items stay outside.
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

// One work-item for each element, whatever the size of a group.
// expect: proved
__kernel void exact(__global float *a, int n)
{
    a[get_global_id(0)] = 1.0f;
}

// The buffer lacks one element.
// expect: violated
__kernel void one_short(__global float *a)
{
    a[get_global_id(0)] = 1.0f; //~ out-of-bounds
}

// The host sets one buffer for both.
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

// They change places between two launches.
// expect: proved
__kernel void in_turn(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}

// One is a part of the other.
// expect: unknown
__kernel void parted(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}

// An element of local memory for each work-item.
// expect: proved
__kernel void sums(__global float *a, __local float *partial)
{
    int l = get_local_id(0);
    partial[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = partial[l] + partial[0];
}

// One is missing.
// expect: violated
__kernel void sums_short(__global float *a, __local float *partial)
{
    int l = get_local_id(0);
    partial[l] = a[get_global_id(0)]; //~ out-of-bounds
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = partial[0];
}
