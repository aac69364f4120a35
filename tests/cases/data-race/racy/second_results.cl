// All write their second results to one place.

// expect: violated
__kernel void both(__global float *a, __global float *c) {
    int i = get_global_id(0);
    a[i] = sincos(a[i], &c[0]); //~ data-race block global write-write
    //~ data-race grid global write-write
}
