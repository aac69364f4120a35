// kverify-test: host=project
// What a work-group has to be, only the host code in another file says.

// Right for groups of 32.
// expect: proved
__kernel void reversed(__global float *a)
{
    __local float tile[32];
    int l = get_local_id(0);
    tile[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_group_id(0) * 32 + l] = tile[31 - l];
}

// The runtime chooses the size.
// expect: violated
__kernel void chosen(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// One of two launches has groups of 64.
// expect: violated
__kernel void two_sizes(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// Rows of 640, all of them.
// expect: proved
__kernel void image(__global float *a, int width)
{
    a[get_global_id(1) * width + get_global_id(0)] = 1.0f;
}

// The rows are longer than the caller says.
// expect: violated
__kernel void overlapping(__global float *a, int width)
{
    a[get_global_id(1) * width + get_global_id(0)] = get_global_id(1); //~ data-race grid global write-write
}

// A single work-item.
// expect: proved
__kernel void single(__global float *a)
{
    a[0] = get_global_id(0);
}

// The name is a macro's.
// expect: proved
__kernel void named(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0);
}

// It starts behind the first 1024.
// expect: violated
__kernel void behind(__global float *a)
{
    a[get_global_id(0)] = 1.0f; //~ out-of-bounds
}

// Nobody launches it.
// expect: violated
__kernel void unused(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}
