#ifdef FILL
__kernel void chosen(__global float *x) { x[get_global_id(0)] = 0.0f; }
#else
__kernel void chosen(__global float *x) { x[get_global_id(0)] *= 2.0f; }
#endif
