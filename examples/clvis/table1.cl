// CL-Vis, table 1: the fifteen kernels that the tool was tried on, in our own words and with its sizes. `docs/replay.md` has
// what is found with and without lock-step.

// expect: violated
// kverify: block=4 grid=1
__kernel void barrier_different_instructions(__global int *cells)
{
    if (get_local_id(0) < 2)
        barrier(CLK_GLOBAL_MEM_FENCE); // @low
    else
        barrier(CLK_GLOBAL_MEM_FENCE); //~ barrier-divergence with @low
    cells[get_global_id(0)] = 1;
}

// expect: violated
// kverify: block=4 grid=1
__kernel void barrier_divergence(__global int *cells)
{
    if (get_local_id(0) == 3)
        barrier(CLK_GLOBAL_MEM_FENCE); //~ barrier-divergence with exit
    cells[get_global_id(0)] = 1;
}

// expect: proved
// kverify: block=1 grid=4
__kernel void broadcast(__global const int *value, __global int *out)
{
    __local int box;
    if (get_local_id(0) == 0)
        box = value[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = box;
}

// expect: proved
// kverify: block=4 grid=4
__kernel void global_fence(__global int *cells, __global int *out)
{
    int first = get_group_id(0) * 4;
    cells[get_global_id(0)] = get_local_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = cells[first + (get_local_id(0) + 1) % 4];
}

// The fence is for global memory, the value is in local memory.
// expect: violated
// kverify: block=4 grid=4
__kernel void global_only_fence(__global int *out)
{
    __local int cells[4];
    cells[get_local_id(0)] = get_local_id(0); // @put_local
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = cells[(get_local_id(0) + 1) % 4]; //~ data-race block shared read-write with @put_local
}

// expect: violated
// kverify: block=4 grid=1
__kernel void global_read_write_race(__global int *cells)
{
    int next = cells[(get_global_id(0) + 1) % 4]; // @next
    cells[get_global_id(0)] = next; //~ data-race block global read-write with @next
}

// expect: violated
// kverify: block=1 grid=4
__kernel void global_write_write_race(__global int *cell)
{
    cell[0] = get_global_id(0); //~ data-race grid global write-write
}

// expect: violated
// kverify: block=1 grid=4
__kernel void increment(__global int *counter)
{
    int old = counter[0]; // @old
    counter[0] = old + 1; //~ data-race grid global read-write with @old //~ data-race grid global write-write
}

// Run one after the other, the groups show nothing odd.
// expect: violated
// kverify: block=1 grid=2
__kernel void intergroup_hidden_race(__global int *cell, __global int *out)
{
    if (get_group_id(0) == 0)
        cell[0] = 42; // @first_group
    else
        out[0] = cell[0]; //~ data-race grid global read-write with @first_group
}

// expect: violated
// kverify: block=4 grid=2
__kernel void intergroup_race(__global int *cells, __global int *out)
{
    cells[get_global_id(0)] = get_global_id(0); // @own
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = cells[(get_global_id(0) + 4) % 8]; //~ data-race grid global read-write with @own
}

// Run one after the other, the work-items show nothing odd.
// expect: violated
// kverify: block=2 grid=1
__kernel void intragroup_hidden_race(__global int *cell, __global int *out)
{
    if (get_local_id(0) == 0)
        cell[0] = 42; // @first_item
    out[get_local_id(0)] = cell[0]; //~ data-race block global read-write with @first_item
}

// The fence is for local memory, the value is in global memory.
// expect: violated
// kverify: block=4 grid=4
__kernel void local_only_fence(__global int *cells, __global int *out)
{
    int first = get_group_id(0) * 4;
    cells[get_global_id(0)] = get_local_id(0); // @put_global
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = cells[first + (get_local_id(0) + 1) % 4]; //~ data-race block global read-write with @put_global
}

// expect: violated
// kverify: block=4 grid=1
__kernel void local_read_write_race(__global int *out)
{
    __local int cells[4];
    cells[get_local_id(0)] = get_local_id(0); // @put_cell
    out[get_local_id(0)] = cells[3 - get_local_id(0)]; //~ data-race block shared read-write with @put_cell
}

// expect: violated
// kverify: block=4 grid=1
__kernel void local_write_write_race(__global int *out)
{
    __local int cell;
    cell = get_local_id(0); //~ data-race block shared write-write
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = cell;
}

// expect: proved
// kverify: block=4 grid=1
__kernel void uniform_write_race(__global int *cell)
{
    cell[0] = 42; //~ warning data-race block global write-write
}
