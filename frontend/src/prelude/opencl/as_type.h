/* as_type: the same bits as another type of the same size. clang's own __builtin_astype is an expression that libclang
   cannot tell from a conversion, hence functions. */
#define KV_AS(TO, FROM) KV_OVERLOAD __attribute__((const)) TO as_##TO(FROM x);
#define KV_AS2(N, A, B) KV_AS(A##N, A##N) KV_AS(A##N, B##N) KV_AS(B##N, A##N) KV_AS(B##N, B##N)
#define KV_AS3(N, A, B, C) KV_AS2(N, A, B) KV_AS(A##N, C##N) KV_AS(B##N, C##N) KV_AS(C##N, A##N) KV_AS(C##N, B##N) KV_AS(C##N, C##N)
#define KV_AS_ALL(N)                                                                                                   \
    KV_AS2(N, char, uchar) KV_AS3(N, short, ushort, half) KV_AS3(N, int, uint, float) KV_AS3(N, long, ulong, double)
KV_AS_ALL() KV_AS_ALL(2) KV_AS_ALL(3) KV_AS_ALL(4) KV_AS_ALL(8) KV_AS_ALL(16)
#define KV_AS_BOTH(A, B) KV_AS(A, B) KV_AS(B, A)
KV_AS_BOTH(uchar4, uint) KV_AS_BOTH(uchar4, int) KV_AS_BOTH(uchar4, float) KV_AS_BOTH(char4, int) KV_AS_BOTH(char4, uint)
KV_AS_BOTH(ushort2, uint) KV_AS_BOTH(ushort2, int) KV_AS_BOTH(short2, int) KV_AS_BOTH(short2, uint)
KV_AS_BOTH(half2, uint) KV_AS_BOTH(half2, int) KV_AS_BOTH(half2, float)
KV_AS_BOTH(uint2, ulong) KV_AS_BOTH(uint2, long) KV_AS_BOTH(uint2, double) KV_AS_BOTH(int2, long) KV_AS_BOTH(int2, ulong)
KV_AS_BOTH(int2, double) KV_AS_BOTH(uchar8, ulong) KV_AS_BOTH(uchar8, uint2) KV_AS_BOTH(uchar16, uint4)
KV_AS_BOTH(uchar16, int4) KV_AS_BOTH(ushort4, ulong) KV_AS_BOTH(ushort4, uint2) KV_AS_BOTH(uint4, ulong2)
KV_AS_BOTH(uint4, double2) KV_AS_BOTH(float4, double2) KV_AS_BOTH(float2, double) KV_AS_BOTH(float2, ulong)
KV_AS_BOTH(int4, long2) KV_AS_BOTH(ushort8, uint4) KV_AS_BOTH(half8, float4) KV_AS_BOTH(half4, float2)
KV_AS_BOTH(uchar2, ushort) KV_AS_BOTH(uchar2, short) KV_AS_BOTH(char2, short)
#undef KV_AS
#undef KV_AS2
#undef KV_AS3
#undef KV_AS_ALL
#undef KV_AS_BOTH
