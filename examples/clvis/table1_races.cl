// CL-Vis, table 1: the kinds of race that its test kernels show, in our own words.

// Everybody writes its number to one cell.
// expect: violated
__kernel void write_and_write(__global int *cell)
{
    *cell = get_global_id(0); //~ data-race block global write-write //~ data-race grid global write-write
}

// Everybody writes the same number to one cell.
// expect: proved
__kernel void uniform_write(__global int *cell)
{
    *cell = 42; //~ warning data-race block global write-write //~ warning data-race grid global write-write
}

// One writes, all read.
// expect: violated
__kernel void read_and_write(__global int *cell, __global int *seen)
{
    if (get_global_id(0) == get_global_offset(0))
        *cell = 42; // @write
    seen[get_global_id(0)] = *cell;
    //~ data-race block global read-write with @write
    //~ data-race grid global read-write with @write
}

// Read, add one, write back.
// expect: violated
__kernel void increment(__global int *counter)
{
    int old = *counter; // @old
    *counter = old + 1;
    //~ data-race block global read-write with @old
    //~ data-race grid global read-write with @old
    //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: proved
__kernel void increment_atomically(__global int *counter)
{
    atomic_inc(counter);
}

// The first work-item hands a value to its group; the barrier orders the memory that it is in.
// expect: proved
__kernel void broadcast_local(__global const int *in, __global int *out, __local int *box)
{
    if (get_local_id(0) == 0)
        *box = in[get_group_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = *box;
}

// The fence is for local memory, the value is in global memory.
// expect: violated
__kernel void broadcast_wrong_fence(__global const int *in, __global int *out, __global int *box)
{
    if (get_local_id(0) == 0)
        box[get_group_id(0)] = in[get_group_id(0)]; // @send
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = box[get_group_id(0)]; //~ data-race block global read-write with @send
}

// expect: proved
__kernel void broadcast_right_fence(__global const int *in, __global int *out, __global int *box)
{
    if (get_local_id(0) == 0)
        box[get_group_id(0)] = in[get_group_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = box[get_group_id(0)];
}
