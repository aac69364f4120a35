// A record a work-item.
// kverify-test: block=64 grid=2

typedef struct {
    int count;
    int total;
} Tally;

// expect: proved
__kernel void k(__global Tally *items, int add)
{
    __global Tally *mine = items + get_global_id(0);
    mine->count += 1;
    mine->total += add;
}
