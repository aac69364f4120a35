// OpenCL: one element a work-item, and a dot product with a work-group's partial sum.

// expect: proved
__kernel void vector_add(__global const float *a, __global const float *b, __global float *c, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

// expect: proved
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dot(__global const float *a, __global const float *b, __global float *partial, __local float *sum)
{
    size_t l = get_local_id(0);
    sum[l] = a[get_global_id(0)] * b[get_global_id(0)];
    for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            sum[l] += sum[l + s];
    }
    if (l == 0)
        partial[get_group_id(0)] = sum[0];
}

// The barrier orders global memory, but the sums are in local memory.
// expect: violated
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dot_wrong_fence(__global const float *a, __global const float *b, __global float *partial, __local float *sum)
{
    size_t l = get_local_id(0);
    sum[l] = a[get_global_id(0)] * b[get_global_id(0)]; // @product
    for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (l < s)
            sum[l] += sum[l + s]; // @add
        //~ data-race block shared read-write with @product
        //~ data-race block shared read-write with @add
    }
    if (l == 0)
        partial[get_group_id(0)] = sum[0];
}
