// Three halves that are stored close together, or each in a place for four.
// kverify-test: block=64 grid=1

// expect: proved
kernel void close_together(global half *out, global const float3 *in)
{
    size_t i = get_global_id(0);
    vstore_half3(in[i], i, out);
}

// expect: violated
kernel void close_together_and_apart(global half *out, global const float3 *in)
{
    size_t i = get_global_id(0);
    if (i % 2 == 0)
        vstore_half3(in[i], i, out); //~ data-race block with @APART
    else
        vstorea_half3(in[i], i - 1, out); // @APART
}
