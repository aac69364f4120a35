#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_amd_printf : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__constant float tab[4] = {1,2,3,4};
global int counter = 0;
typedef struct { float4 a; int b; } S;
float helper(float *x) { return *x; }
void sw(__global float *a, __local float* b) { *a = *b; }
inline float ihelp(float x) { return x; }
__attribute__((reqd_work_group_size(64,1,1)))
__kernel void k(__global float*p, __local float*l, read_only image2d_t im, write_only image2d_t om, read_write image2d_t rw, __global S*q, volatile __global int* c, sampler_t smp, __global atomic_int* ai, __global long* lg, const uint n, __constant float* cc, image3d_t i3) {
 int i=get_global_id(0);
 float x=p[i]; float y; y=sincos(x,&p[1]); float fr=fract(x,&y); int e; frexp(x,&e); modf(x,&y); float4 f4=(float4)(x); int4 e4; f4=frexp(f4,&e4)+remquo(f4,f4,&e4);
#if __OPENCL_VERSION__ < 120
 no_version;
#endif
 barrier(CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE); work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
 mem_fence(CLK_LOCAL_MEM_FENCE); read_mem_fence(CLK_GLOBAL_MEM_FENCE);
 atomic_add(c,1); atom_add(c,1); atomic_inc(c); atom_inc(c); atomic_cmpxchg(c,1,2); atomic_xchg((volatile __global float*)p,1.0f);
 atom_add(lg,1L); atom_cmpxchg(lg,1L,2L);
 atomic_fetch_add(ai,1); atomic_fetch_add_explicit(ai,1,memory_order_relaxed,memory_scope_device); atomic_load(ai); atomic_store(ai,1); int ex=1; atomic_compare_exchange_strong(ai,&ex,2); atomic_compare_exchange_weak_explicit(ai,&ex,2,memory_order_relaxed,memory_order_relaxed,memory_scope_device);
 float4 v=read_imagef(im,s,(int2)(i,0)); write_imagef(om,(int2)(i,0),v); v=read_imagef(rw,(int2)(i,0)); v=read_imagef(im,smp,(float2)(0.f,0.f));
 uint4 u=as_uint4(v); int ii=as_int(x); uchar4 uc=convert_uchar4_sat(v); v=convert_float4(uc); v.xyz=cross(v,v).xyz; x+=dot(v,v);
 int r=work_group_reduce_add(i); r+=work_group_scan_inclusive_add(i); r+=work_group_all(i); r+=work_group_broadcast(i,0); r+=sub_group_reduce_add(i); sub_group_barrier(CLK_LOCAL_MEM_FENCE); r+=sub_group_shuffle(i,1); r+=get_sub_group_local_id()+get_sub_group_size();
 event_t ev=async_work_group_copy(l,p,(size_t)4,0); ev=async_work_group_strided_copy(l,p,4,2,ev); wait_group_events(1,&ev); prefetch(p,4);
 v=vload4(i,p); vstore4(v,i,p); vstore4(v,i,l); float4 h=vload_half4(0,(__global half*)p);
 x=native_sin(x)+half_cos(x)+mad(x,x,x)+clamp(x,0.f,1.f)+mix(x,x,x)+select(x,y,i)+fmin(x,y)+min(x,y)+max(i,3)+rotate(i,2)+mul24(i,i)+mad24(i,i,i)+hypot(x,x)+pown(x,2)+ldexp(x,2)+rsqrt(x)+step(x,x)+smoothstep(x,x,x)+sign(x)+isnan(x)+popcount(i)+clz(i)+upsample((short)1,(ushort)2)+mul_hi(i,i)+add_sat(i,i)+abs(i)+bitselect(i,i,i)+exp10(x);
 printf("%d\n", i); get_image_width(im); 
 float*gp=&y; x+=helper(gp); sw(p,l); ihelp(x);
 size_t a=get_local_linear_id()+get_global_linear_id()+get_enqueued_local_size(0)+get_global_offset(0)+get_work_dim();
 int2 vi=(int2)(1,2); int a2=any(vi<vi); double d=sqrt(1.0); half hh=1.0h; x=degrees(x)+fma(x,x,x); v=shuffle(v,u); x=nan(1u)+ M_PI_F; x=M_PI; atomic_work_item_fence(CLK_LOCAL_MEM_FENCE,memory_order_acquire,memory_scope_device);
 x+= as_float(uc) + as_float(0x3f800000); x+=vec_step(v); atomic_flag_test_and_set((global atomic_flag*)p); p[i]=x+r+a;
 bool bb = true; if (bb && false) x=1; ulong ul=as_ulong((uint2)(1,2)); to_global(p);
}
kernel void f(global float *restrict p, int w) { __local float t[16][17]; __private int z; local int cnt; t[get_local_id(0)][0]=p[w]; static __constant int q=3; }
kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(8,8,1))) void g(__global const float4*p, __global float4 *o) { o[0]=p[0].wzyx+p[0].s0123*2.0f+fabs(p[1])+max(p[0],0.0f); o[0].lo=p[0].hi; int4 m=p[0]<p[1]; o[1]=select(p[0],p[1],m); o[2]=(float4)(0); o[3]=(float4)(p[0].xy,1,2); }

kernel void half_memory(global half *p, global float3 *out, local half *cells, constant half *table)
{
    size_t i = get_global_id(0);
    out[i] = vload_half3(i, p) + vloada_half3(0, cells) + vload_half3(0, table);
    vstore_half3_rtz(out[i], i, p);
    vstorea_half16((double16)(1), i, cells);
}
kernel void bits_of_any_type(global int4 *p, global char16 *bytes)
{
    size_t i = get_global_id(0);
    bytes[i] = as_char16(p[i]);
    p[i] = as_int4(as_double2(as_half8(bytes[i])));
}
kernel void turned(global int *p) { p[get_global_id(0)] = sub_group_rotate(p[0], 1); }
