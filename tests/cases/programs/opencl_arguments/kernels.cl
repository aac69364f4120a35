// kverify-test: host=project
// What host code sets an argument to before the launch.

// expect: proved
__kernel void once(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// expect: violated
__kernel void too_small(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// A branch may set another value: nobody knows which.
// expect: suspect
__kernel void in_a_branch(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write //~ warning out-of-bounds
}

// Both are large enough, and each is known.
// expect: proved
__kernel void again(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// The second round has what the first one left.
// expect: suspect
__kernel void behind_it(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write //~ warning out-of-bounds
}

// A value for each round.
// expect: proved
__kernel void in_a_loop(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// The variable changes behind the call that sets it.
// expect: proved
__kernel void changed_later(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// A size of four bytes for a parameter of two sets nothing.
// expect: suspect
__kernel void of_another_size(__global float *a, short stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write //~ warning out-of-bounds
}

// A function that is handed the object sets it, too.
// expect: suspect
__kernel void set_elsewhere(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write //~ warning out-of-bounds
}

// One function launches several kernels: this one with strides of 32.
// expect: proved
__kernel void wide_by_function(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0);
}

// And this one with strides of 16.
// expect: violated
__kernel void small_by_function(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// A function is handed one buffer for both.
// expect: unknown
__kernel void set_by_function(__global float *out, __global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) ^ 1];
}

// Whoever is handed the object launches it.
// expect: violated
__kernel void handed_out(__global float *a, int stride)
{
    a[get_group_id(0) * stride + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}
