// One work-item alone writes its second result.

// expect: proved
__kernel void one(__global float *a, __global int *e) {
    int i = get_global_id(0);
    if (i == 0) a[0] = frexp(a[0], &e[0]);
}
