// Half-precision memory: how far apart the halves of two work-items lie.
// kverify-test: block=64 grid=1

// expect: violated
kernel void overlapping(global half *out, global const float4 *in)
{
    size_t i = get_global_id(0);
    vstore_half4(in[i], 0, out + 3 * i); //~ data-race block
}

// expect: violated
kernel void aligned_threes(global half *out, global const float3 *in)
{
    size_t i = get_global_id(0);
    vstorea_half3_rtz(in[i], i, out); //~ data-race block with @START
    out[3 * i] = 0;                   // @START
}
