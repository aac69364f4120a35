// A second result goes to where its pointer leads.

// expect: proved
__kernel void both(__global float *a, __global float *c, __global int *e) {
    int i = get_global_id(0);
    a[i] = sincos(a[i], &c[i]);
    a[i] = fract(a[i], &c[i]);
    a[i] = modf(a[i], &c[i]);
    a[i] = frexp(a[i], &e[i]);
    a[i] = remquo(a[i], 2.0f, &e[i]);
}

// expect: proved
__kernel void own(__global float *a) {
    int i = get_global_id(0), e;
    float c;
    a[i] = sincos(a[i], &c) + c;
    a[i] = frexp(a[i], &e) + e;
}
