// kverify-test: block=64 grid=2
// Those that stay behind what is left out share its place.
// expect: violated
__kernel void all_of_them(__global int *out, __global const int *in)
{
    int i = get_global_id(0);
    int keep = in[i] != 0;
    int place = work_group_scan_exclusive_add(keep);
    out[get_group_id(0) * 64 + place] = i; //~ data-race block global write-write
}

// The work-groups take the same places.
// expect: violated
__kernel void without_a_start(__global int *out, __global const int *in)
{
    int i = get_global_id(0);
    int keep = in[i] != 0;
    int place = work_group_scan_exclusive_add(keep);
    if (keep)
        out[place] = i; //~ data-race grid global write-write
}

// Up to three places each, of which one is asked for.
// expect: violated
__kernel void too_few_places(__global int *out, __global const uchar *in)
{
    int i = get_global_id(0);
    int many = in[i] & 3;
    int place = work_group_scan_exclusive_add(many != 0 ? 1 : 0);
    for (int k = 0; k < many; k++)
        out[get_group_id(0) * 192 + place + k] = i; //~ data-race block global write-write
}
