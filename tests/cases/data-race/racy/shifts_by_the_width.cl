// Amounts of shifts count modulo the width (OpenCL C 3.0, 6.3).
// kverify-test: block=32 grid=1

// expect: violated
__kernel void counted(__global int *a, uint m) {
    int t = get_local_id(0);
    a[t - (int)((uint)t >> (32 + (m & 3)))] = t; //~ data-race
}

// expect: violated
__kernel void in_a_loop(__global int *a, int n, uint m) {
    int t = get_local_id(0);
    uint x = 0;
    for (int i = 0; i < n; i++) {
        if (a[64 + i])
            x = (uint)t >> (33 + (m & 3));
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[t - (int)x] = t; //~ data-race
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
