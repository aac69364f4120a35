// What a kernel requires is what its attributes say behind the preprocessor.
// expect: violated

#define SMALL __attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void uses_no_macro(__local int *s)
{
    s[get_local_id(0) & 63] = get_local_id(0); //~ data-race block shared write-write
}

#define W 64
#undef W
#define W 128
__kernel __attribute__((reqd_work_group_size(W, 1, 1))) void defined_again(__local int *s)
{
    s[get_local_id(0) & 63] = get_local_id(0); //~ data-race block shared write-write
}
#undef W
#define W 64

#if 0
#define V 64
#endif
enum { V = 128 };
__kernel __attribute__((reqd_work_group_size(V, 1, 1))) void by_enumerator(__local int *s)
{
    s[get_local_id(0) & 63] = get_local_id(0); //~ data-race block shared write-write
}

__kernel
#if 0
__attribute__((reqd_work_group_size(64, 1, 1)))
#endif
void left_out(__local int *s)
{
    s[get_local_id(0) & 63] = get_local_id(0); //~ data-race block shared write-write
}
