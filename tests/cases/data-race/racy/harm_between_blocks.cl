// What races between work-groups do to memory, and what is not harm.
// kverify-test: block=4 grid=2

// expect: violated
__kernel void last_group_decides(__global int *out)
{
    out[get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write harm=out
}

// expect: violated
__kernel void neighbours_cell(__global int *a, __global int *out)
{
    int i = get_global_id(0);
    if (get_local_id(0) == 0)
        a[get_group_id(0)] = 100 + i; // @put
    if (get_local_id(0) == 1)
        out[get_group_id(0)] = a[1 - get_group_id(0)]; //~ data-race grid global read-write with @put harm=out
}

// Read, and thrown away.
// expect: violated
__kernel void no_use(__global int *a, __global int *out)
{
    int i = get_global_id(0);
    if (get_local_id(0) == 0)
        a[get_group_id(0)] = 7; // @seven
    if (get_local_id(0) == 1)
        out[get_group_id(0)] = a[1 - get_group_id(0)] * 0; //~ data-race grid global read-write with @seven harm=benign
}

// Nothing is told of kernels with atomics: they order, or count.
// expect: violated
__kernel void with_atomics(__global int *n, __global int *out)
{
    atomic_inc(n);
    out[0] = get_global_id(0); //~ data-race block global write-write harm=untold //~ data-race grid global write-write harm=untold
}
