struct P { int a; float b[2]; };
struct V { float x = 1; float y; __device__ V(float a) : x(a) { y = 2; } __device__ V() {} __device__ float get() const { return x + y; } __device__ V &operator+=(const V &o) { x += o.x; return *this; } __device__ V operator*(float f) const { V r(x * f); return r; } };
__device__ int f(int a, int b = 7) { return a + b; }
template <typename T, int N> __device__ T g(T x) { if constexpr (N > 3) return x * N; else return x; }
__global__ void k(float *A, int n) {
  int i = threadIdx.x; int j{3};
  P p = {1, {2, 3}}; P q{}; P r = p;
  V v(2.0f); V w = v; w += v; V z2 = w * 3.0f; V dflt;
  float z = v.get() + float(i) + f(3) + (float)(i) + z2.get() + dflt.x;
  auto l = [=](int t) { return t + i; };
  auto l2 = [&j](int t) { j = t; };
  i = 99;
  l2(l(3));
  A[j] = z + q.a + r.b[1];
  for (float q2 : p.b) A[0] += q2;
  P *pp = &p; pp->a = 3;
  A[p.a] = g<float, 4>(z);
  int arr[2][3] = {1, 2, 3, {4, 5}};
  A[arr[1][1]] = arr[0][2];
  dim3 b = blockDim;
  A[b.x * 2 + b.y] = 1;
  float4 f4 = make_float4(1, 2, 3, 4);
  float4 *A4 = reinterpret_cast<float4 *>(A);
  A4[i] = f4;
  f4 = A4[i + 1];
  f4.x += 1; ((float*)&f4)[1] = 9;
  A4[2] = f4;
  union U { int i; float f; } u; u.f = z; A[u.i & 3] = 0;
  bool bb = n; long L = n; unsigned us = n; short sh = n; sh += 70000;
  A[sh] = bb; A[us + L] = us > i; 
  int t = i++ + --j; A[t] = i;
  float *ptr = n > 3 ? A : A + 5; *ptr++ = 2; ptr[-1] = 4; 
  int w3 = (int)(ptr - A);
  A[w3] = -z;
}
