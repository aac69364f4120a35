__constant float tab[3] = {1.f, 2.f, 3.f};
float4 mk(float a) { return (float4)(a, a, 1.0f, a); }
__kernel __attribute__((reqd_work_group_size(64,1,1))) void k(__global float4 *A, __local int*l, __constant float*c, int n, __global float *B, float4 pv) {
  float4 v = (float4)(1.0f, 2.0f, A[0].xy);
  __local float t[3];
  v.xy = v.lo.yx; int4 m = v < 3.0f;
  v += 1; v.s3 = v.x;
  A[n] = v;
  A[get_global_id(0)].x = mk(2.0f).y + pv.w;
  l[get_local_id(0)] = m.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[n] = tab[n] + c[1];
  float4 q = vload4(n, B);
  vstore4(q, get_local_id(1), B);
  q = select(q, v, m);
  q = m ? q : v;
  q.hi = fmax(q.hi, 1.0f);
  B[convert_int(q.x)] = as_float(n) + tab[1];
  event_t e = async_work_group_copy(l, (__global int*)B, 16, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  atomic_add((volatile __global int*)B, 2);
  atomic_inc(l);
}
