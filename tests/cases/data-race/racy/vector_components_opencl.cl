// The whole vector is stored over a component of the neighbour's.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void k(__global float4 *v)
{
    size_t i = get_global_id(0);
    v[i].s3 = 1.0f; // @w
    v[i + 1] = (float4)(0.0f, 0.0f, 0.0f, 2.0f);
    //~ data-race block global write-write with @w
    //~ data-race grid global write-write with @w
}
