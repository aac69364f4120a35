// vstore4 counts in vectors, the pointer in floats: the stores overlap.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void k(__global float *a)
{
    size_t i = get_global_id(0);
    vstore4((float4)(i), 0, a + 2 * i);
    //~ data-race block global write-write
    //~ data-race grid global write-write
}
