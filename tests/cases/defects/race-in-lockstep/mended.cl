// Reads come before writes in lock-step.
// kverify-test: block=32 grid=1 lockstep=32

// expect: proved
__kernel void last(__global int *a)
{
    const uint me = get_local_id(0);
    const int next = a[(me + 1) % 32];
    a[me] = next;
}
