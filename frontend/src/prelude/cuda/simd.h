/* Arithmetic on the two or four parts of a word. */
#pragma once
#pragma clang force_cuda_host_device begin
#define KV_SIMD2(NAME) unsigned __##NAME##2(unsigned a, unsigned b); unsigned __##NAME##4(unsigned a, unsigned b);
KV_SIMD2(vadd) KV_SIMD2(vsub) KV_SIMD2(vabsdiffs) KV_SIMD2(vabsdiffu) KV_SIMD2(vmaxs) KV_SIMD2(vmaxu) KV_SIMD2(vmins)
KV_SIMD2(vminu) KV_SIMD2(vavgs) KV_SIMD2(vavgu) KV_SIMD2(vhaddu) KV_SIMD2(vcmpeq) KV_SIMD2(vcmpne) KV_SIMD2(vcmpges)
KV_SIMD2(vcmpgeu) KV_SIMD2(vcmpgts) KV_SIMD2(vcmpgtu) KV_SIMD2(vcmples) KV_SIMD2(vcmpleu) KV_SIMD2(vcmplts)
KV_SIMD2(vcmpltu) KV_SIMD2(vsads) KV_SIMD2(vsadu) KV_SIMD2(vaddss) KV_SIMD2(vaddus) KV_SIMD2(vsubss) KV_SIMD2(vsubus)
KV_SIMD2(vneg) KV_SIMD2(vabs) KV_SIMD2(vabsss) KV_SIMD2(vnegss)
#undef KV_SIMD2
#define KV_SIMD3(NAME, T) T __##NAME(T a, T b, T c);
#define KV_DPX(NAME) KV_SIMD3(NAME##_s16x2, unsigned) KV_SIMD3(NAME##_u16x2, unsigned) KV_SIMD3(NAME##_s32, int) KV_SIMD3(NAME##_u32, unsigned)
KV_DPX(viaddmax) KV_DPX(viaddmin) KV_DPX(vimax3) KV_DPX(vimin3)
#undef KV_DPX
#undef KV_SIMD3
#pragma clang force_cuda_host_device end
