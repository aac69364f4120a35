// OpenCL: geometry, address spaces, helper functions, half-open loops, images, unions.
#define N 16
typedef struct { int id; float weight; } item;
union bits { int i; uchar b[4]; };
static int helper(__local int *scratch, int i) { return scratch[i] + scratch[(i + 1) % N]; }

kernel void work_items(global item *items, local int *scratch, read_only image2d_t img, write_only image2d_t dst, uint dim)
{
    local item shared_items[N];
    size_t gid = get_global_id(0), lid = get_local_id(0);
    scratch[lid] = items[gid].id;
    shared_items[lid] = items[gid];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    items[gid].weight = helper(scratch, (int)lid) + shared_items[N - 1 - lid].weight;
    union bits u;
    u.i = get_global_size(1);
    scratch[get_local_size(dim)] = u.b[1];
    if (get_work_dim() > 1 && get_group_id(0) == get_num_groups(0) - 1) return;
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    float4 c = read_imagef(img, s, (int2)(gid, lid));
    write_imagef(dst, (int2)(gid, 0), c);
    int hits = 0;
    for (uint k = lid; k < N * N; k += get_local_size(0)) hits += any((int2)(k > 3, k < 9)) ? popcount(k) : mad24(2, 3, 4);
    atom_add(&items[0].id, hits);
    char4 small = convert_char4_sat((float4)(1.0f));
    scratch[0] = small.x + dot(c, c) + min(hits, 4);
}
