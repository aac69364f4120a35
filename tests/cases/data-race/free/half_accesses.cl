// As racy/half_accesses.cl, each work-item with halves of its own.
// kverify-test: block=64 grid=1

// expect: proved
kernel void fours(global half *out, global const half *in)
{
    size_t i = get_global_id(0);
    vstore_half4_rte(vload_half4(i, in), i, out);
}

// expect: proved
kernel void ones(global half *out, global const half *in, local half *cells)
{
    size_t i = get_local_id(0);
    vstore_half(vload_half(i, in), i, cells);
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore_half(vload_half(63 - i, cells) + 1.0, i, out);
}

// expect: proved
kernel void bits(global float3 *out, global const int4 *in, global char16 *bytes)
{
    size_t i = get_global_id(0);
    out[i] = as_float3(in[i]);
    bytes[i] = as_char16(as_double2(in[i]));
}
