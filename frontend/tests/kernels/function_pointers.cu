// A pointer that holds one of two known functions, and one that nobody knows.
typedef float (*Op)(float, int);
__device__ float scale(float x, int n) { return x * n; }
__device__ float shift(float x, int n) { return x + n; }
__device__ float apply(Op op, float x) { return op(x, 3); }

__global__ void function_pointers(float *a, int n, Op unknown)
{
    Op always = scale, either = n > 2 ? scale : &shift;
    a[0] = apply(always, 1.0f);
    a[1] = (*either)(2.0f, n);
    a[2] = unknown(3.0f, n);
}
