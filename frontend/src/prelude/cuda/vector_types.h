/* CUDA's vector types and dim3, with nvcc's alignments. */
#define KV_VECTOR(T, S, A2, A4)                                                                                       \
    struct S##1 { T x; };                                                                                             \
    struct __align__(A2) S##2 { T x, y; };                                                                            \
    struct S##3 { T x, y, z; };                                                                                       \
    struct __align__(A4) S##4 { T x, y, z, w; };                                                                      \
    inline S##1 make_##S##1(T x) { return {x}; }                                                                      \
    inline S##2 make_##S##2(T x, T y) { return {x, y}; }                                                              \
    inline S##3 make_##S##3(T x, T y, T z) { return {x, y, z}; }                                                      \
    inline S##4 make_##S##4(T x, T y, T z, T w) { return {x, y, z, w}; }
KV_VECTOR(signed char, char, 2, 4)
KV_VECTOR(unsigned char, uchar, 2, 4)
KV_VECTOR(short, short, 4, 8)
KV_VECTOR(unsigned short, ushort, 4, 8)
KV_VECTOR(int, int, 8, 16)
KV_VECTOR(unsigned int, uint, 8, 16)
KV_VECTOR(long, long, 16, 16)
KV_VECTOR(unsigned long, ulong, 16, 16)
KV_VECTOR(long long, longlong, 16, 16)
KV_VECTOR(unsigned long long, ulonglong, 16, 16)
KV_VECTOR(float, float, 8, 16)
KV_VECTOR(double, double, 16, 16)
#undef KV_VECTOR

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
