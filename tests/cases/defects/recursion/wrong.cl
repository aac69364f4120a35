// OpenCL C has no recursion.
// kverify-test: block=64 grid=1

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// expect: unknown
__kernel void factorials(__global int *out)
{
    out[get_global_id(0)] = factorial(get_global_id(0) % 8);
}
