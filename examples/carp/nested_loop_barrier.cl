// CARP D2.2.B, figure 3.6: work-item 0 goes four times round the outer loop and once round the inner one, the others once
// and four times. All come to the barrier four times, yet never in the same iteration: four vendors, four results.

// expect: violated
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void litmus(__global int *out)
{
    __local int cell[2][4];
    const int me = get_local_id(0);
    const int outer = me == 0 ? 4 : 1;
    const int inner = me == 0 ? 1 : 4;

    cell[0][me] = me;
    barrier(CLK_LOCAL_MEM_FENCE);

    int now = 0;
    for (int i = 0; i < outer; ++i) {
        for (int j = 0; j < inner; ++j) {
            barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence
            cell[1 - now][me] = cell[now][(me + 1) % 4]; //~ data-race block shared read-write behind
            now = 1 - now;
        }
    }
    out[get_global_id(0)] = cell[0][me] + cell[1][me];
}

// The same rounds for all.
// expect: proved
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void litmus_uniform(__global int *out, int outer, int inner)
{
    __local int cell[2][4];
    const int me = get_local_id(0);

    cell[0][me] = me;
    cell[1][me] = 0;

    int now = 0;
    for (int i = 0; i < outer; ++i) {
        for (int j = 0; j < inner; ++j) {
            barrier(CLK_LOCAL_MEM_FENCE);
            cell[1 - now][me] = cell[now][(me + 1) % 4];
            now = 1 - now;
        }
    }
    out[get_global_id(0)] = cell[0][me] + cell[1][me];
}
