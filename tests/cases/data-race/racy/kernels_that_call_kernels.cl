// expect: violated
__kernel void racy_wherever_it_is_called(__global int *p) { p[0] = get_global_id(0); } //~ data-race block global write-write
//~ data-race grid global write-write

// expect: violated
__kernel void calls_a_racy_kernel(__global int *p) { racy_wherever_it_is_called(p); }
