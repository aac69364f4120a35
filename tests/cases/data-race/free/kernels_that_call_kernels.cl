// A kernel that another one calls is a function to it, and launched by nobody there.
// expect: proved
__kernel void called_by_a_kernel(__global int *p) { p[get_global_id(0)] = get_global_id(0); }

// expect: proved
__kernel void calls_a_kernel(__global int *p) { called_by_a_kernel(p); }
