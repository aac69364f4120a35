/* Sub-group functions that clang does not declare: cl_khr_subgroup_rotate, cl_intel_subgroups and its kin. */
#define KV_ROTATED(T)                                                                                                  \
    KV_OVERLOAD T sub_group_rotate(T value, int delta);                                                                \
    KV_OVERLOAD T sub_group_clustered_rotate(T value, int delta, uint size);
KV_ROTATED(char) KV_ROTATED(uchar) KV_ROTATED(short) KV_ROTATED(ushort) KV_ROTATED(int) KV_ROTATED(uint) KV_ROTATED(long)
KV_ROTATED(ulong) KV_ROTATED(half) KV_ROTATED(float) KV_ROTATED(double)
#undef KV_ROTATED
#define KV_SHUFFLED(T)                                                                                                 \
    KV_OVERLOAD T intel_sub_group_shuffle(T value, uint lane);                                                         \
    KV_OVERLOAD T intel_sub_group_shuffle_xor(T value, uint mask);                                                     \
    KV_OVERLOAD T intel_sub_group_shuffle_up(T previous, T current, uint delta);                                       \
    KV_OVERLOAD T intel_sub_group_shuffle_down(T current, T next, uint delta);
#define KV_SHUFFLED_ALL(T)                                                                                             \
    KV_SHUFFLED(T) KV_SHUFFLED(T##2) KV_SHUFFLED(T##3) KV_SHUFFLED(T##4) KV_SHUFFLED(T##8) KV_SHUFFLED(T##16)
KV_SHUFFLED_ALL(char) KV_SHUFFLED_ALL(uchar) KV_SHUFFLED_ALL(short) KV_SHUFFLED_ALL(ushort) KV_SHUFFLED_ALL(int)
KV_SHUFFLED_ALL(uint) KV_SHUFFLED_ALL(float) KV_SHUFFLED_ALL(half) KV_SHUFFLED(long) KV_SHUFFLED(ulong) KV_SHUFFLED(double)
#undef KV_SHUFFLED
#undef KV_SHUFFLED_ALL
#define KV_BLOCK(NAME, T, N)                                                                                           \
    KV_OVERLOAD T##N intel_sub_group_block_read##NAME##N(const __global T *p);                                         \
    KV_OVERLOAD void intel_sub_group_block_write##NAME##N(__global T *p, T##N value);                                  \
    KV_OVERLOAD T##N intel_sub_group_block_read##NAME##N(const __local T *p);                                          \
    KV_OVERLOAD void intel_sub_group_block_write##NAME##N(__local T *p, T##N value);
#define KV_BLOCKS(NAME, T) KV_BLOCK(NAME, T, ) KV_BLOCK(NAME, T, 2) KV_BLOCK(NAME, T, 4) KV_BLOCK(NAME, T, 8)
KV_BLOCKS(, uint) KV_BLOCKS(_ui, uint) KV_BLOCKS(_us, ushort) KV_BLOCKS(_uc, uchar) KV_BLOCKS(_ul, ulong)
KV_BLOCK(_us, ushort, 16) KV_BLOCK(_uc, uchar, 16)
#undef KV_BLOCK
#undef KV_BLOCKS
