// Amounts of shifts count modulo the width (OpenCL C 3.0, 6.3).
// kverify-test: block=32 grid=1

// Less than the width, a shift divides as it does everywhere.
// expect: proved
__kernel void rows(__global int *a, uint m) {
    int t = get_local_id(0);
    a[t * 2 + (int)((uint)t >> (5 + (m & 3)))] = t;
}

__kernel void columns(__global int *a, int s) {
    int t = get_local_id(0);
    if (s >= 0 && s < 8)
        a[t << s] = t;
}

// 32 is no shift at all.
__kernel void by_the_width(__global int *a) {
    int t = get_local_id(0), w = 32;
    a[t << w] = t;
}
