// Sizes that macros, constants and declarations say.
// expect: proved

#define GROUP(n) __attribute__((reqd_work_group_size(n, 1, 1)))
enum { HALF = 0x20 };

__kernel GROUP(64) void by_macro(__local int *s) { s[get_local_id(0) & 63] = get_local_id(0); }

__kernel GROUP(HALF * 2) void by_product(__local int *s) { s[get_local_id(0) & 63] = get_local_id(0); }

__kernel GROUP(1 << 6) void before(__local int *s);
__kernel void before(__local int *s) { s[get_local_id(0) & 63] = get_local_id(0); }
