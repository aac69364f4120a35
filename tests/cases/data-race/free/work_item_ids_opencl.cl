// The global linear id.

// expect: proved
__kernel void k(__global int *out)
{
    out[get_global_linear_id()] = get_local_linear_id();
}
