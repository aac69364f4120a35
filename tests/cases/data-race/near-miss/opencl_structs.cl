// Counts here, totals of the neighbour there.
// kverify-test: block=64 grid=2

typedef struct {
    int count;
    int total;
} Tally;

// expect: proved
__kernel void k(__global Tally *items)
{
    size_t i = get_global_id(0);
    items[i].count = items[i].count + 1;
    items[i + 1].total = 0;
}
