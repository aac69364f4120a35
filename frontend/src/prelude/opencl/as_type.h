/* as_type: the same bits as another type of the same size (OpenCL C 3.0, 6.4.4.2). clang's own __builtin_astype is an expression
   that libclang cannot tell from a conversion, hence functions: from each type of a size to each. */
#define KV_AS(TO, FROM) KV_OVERLOAD __attribute__((const)) TO as_##TO(FROM x);
#define KV_AS_1(TO) \
    KV_AS(TO, char) KV_AS(TO, uchar)
KV_AS_1(char) KV_AS_1(uchar)
#define KV_AS_2(TO) \
    KV_AS(TO, short) KV_AS(TO, ushort) KV_AS(TO, half) KV_AS(TO, char2) KV_AS(TO, uchar2)
KV_AS_2(short) KV_AS_2(ushort) KV_AS_2(half) KV_AS_2(char2) KV_AS_2(uchar2)
#define KV_AS_4(TO) \
    KV_AS(TO, int) KV_AS(TO, uint) KV_AS(TO, float) KV_AS(TO, short2) KV_AS(TO, ushort2) KV_AS(TO, half2) \
    KV_AS(TO, char4) KV_AS(TO, uchar4) KV_AS(TO, char3) KV_AS(TO, uchar3)
KV_AS_4(int) KV_AS_4(uint) KV_AS_4(float) KV_AS_4(short2) KV_AS_4(ushort2) KV_AS_4(half2) KV_AS_4(char4)
KV_AS_4(uchar4) KV_AS_4(char3) KV_AS_4(uchar3)
#define KV_AS_8(TO) \
    KV_AS(TO, long) KV_AS(TO, ulong) KV_AS(TO, double) KV_AS(TO, int2) KV_AS(TO, uint2) KV_AS(TO, float2) \
    KV_AS(TO, short4) KV_AS(TO, ushort4) KV_AS(TO, half4) KV_AS(TO, short3) KV_AS(TO, ushort3) \
    KV_AS(TO, half3) KV_AS(TO, char8) KV_AS(TO, uchar8)
KV_AS_8(long) KV_AS_8(ulong) KV_AS_8(double) KV_AS_8(int2) KV_AS_8(uint2) KV_AS_8(float2) KV_AS_8(short4)
KV_AS_8(ushort4) KV_AS_8(half4) KV_AS_8(short3) KV_AS_8(ushort3) KV_AS_8(half3) KV_AS_8(char8)
KV_AS_8(uchar8)
#define KV_AS_16(TO) \
    KV_AS(TO, long2) KV_AS(TO, ulong2) KV_AS(TO, double2) KV_AS(TO, int4) KV_AS(TO, uint4) KV_AS(TO, float4) \
    KV_AS(TO, int3) KV_AS(TO, uint3) KV_AS(TO, float3) KV_AS(TO, short8) KV_AS(TO, ushort8) KV_AS(TO, half8) \
    KV_AS(TO, char16) KV_AS(TO, uchar16)
KV_AS_16(long2) KV_AS_16(ulong2) KV_AS_16(double2) KV_AS_16(int4) KV_AS_16(uint4) KV_AS_16(float4)
KV_AS_16(int3) KV_AS_16(uint3) KV_AS_16(float3) KV_AS_16(short8) KV_AS_16(ushort8) KV_AS_16(half8)
KV_AS_16(char16) KV_AS_16(uchar16)
#define KV_AS_32(TO) \
    KV_AS(TO, long4) KV_AS(TO, ulong4) KV_AS(TO, double4) KV_AS(TO, long3) KV_AS(TO, ulong3) \
    KV_AS(TO, double3) KV_AS(TO, int8) KV_AS(TO, uint8) KV_AS(TO, float8) KV_AS(TO, short16) \
    KV_AS(TO, ushort16) KV_AS(TO, half16)
KV_AS_32(long4) KV_AS_32(ulong4) KV_AS_32(double4) KV_AS_32(long3) KV_AS_32(ulong3) KV_AS_32(double3)
KV_AS_32(int8) KV_AS_32(uint8) KV_AS_32(float8) KV_AS_32(short16) KV_AS_32(ushort16) KV_AS_32(half16)
#define KV_AS_64(TO) \
    KV_AS(TO, long8) KV_AS(TO, ulong8) KV_AS(TO, double8) KV_AS(TO, int16) KV_AS(TO, uint16) \
    KV_AS(TO, float16)
KV_AS_64(long8) KV_AS_64(ulong8) KV_AS_64(double8) KV_AS_64(int16) KV_AS_64(uint16) KV_AS_64(float16)
#define KV_AS_128(TO) \
    KV_AS(TO, long16) KV_AS(TO, ulong16) KV_AS(TO, double16)
KV_AS_128(long16) KV_AS_128(ulong16) KV_AS_128(double16)
#undef KV_AS
#undef KV_AS_1
#undef KV_AS_2
#undef KV_AS_4
#undef KV_AS_8
#undef KV_AS_16
#undef KV_AS_32
#undef KV_AS_64
#undef KV_AS_128
