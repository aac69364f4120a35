__kernel void scale(__global float *x, float by) { x[get_global_id(0)] *= by; }

__kernel void add(__global float *sum, __global const float *x) { sum[get_global_id(0)] += x[get_global_id(0)]; }

__kernel void copy(__global float *to, __global const float *from) { to[get_global_id(0)] = from[get_global_id(0)]; }
