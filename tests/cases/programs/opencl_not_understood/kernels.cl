// kverify-test: host=project
// Where a kernel may be launched in a way that is not understood, it may be launched with anything.

// Its name is looked up by another file, too.
// expect: violated
__kernel void by_wrapper(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// The object is another file's as well.
// expect: violated
__kernel void shared_object(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// It has two names.
// expect: violated
__kernel void copied(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// Clang cannot read what launches it a second time.
// expect: violated
__kernel void lost(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}

// A function may change the size.
// expect: suspect
__kernel void size_elsewhere(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write //~ warning out-of-bounds
}
