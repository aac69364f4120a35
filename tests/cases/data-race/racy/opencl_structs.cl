// The total belongs to the group, the count to the work-item.
// kverify-test: block=64 grid=2

typedef struct {
    int count;
    int total;
} Tally;

// expect: violated
__kernel void k(__global Tally *items)
{
    __global Tally *mine = items + get_global_id(0);
    mine->count = 1;
    items[get_group_id(0) * 64 + get_global_offset(0)].total = get_local_id(0); //~ data-race block global write-write
}
