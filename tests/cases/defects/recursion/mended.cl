// A loop does it.
// kverify-test: block=64 grid=1

int factorial(int n)
{
    int product = 1;
    for (; n > 1; --n)
        product *= n;
    return product;
}

// expect: proved
__kernel void factorials(__global int *out)
{
    out[get_global_id(0)] = factorial(get_global_id(0) % 8);
}
