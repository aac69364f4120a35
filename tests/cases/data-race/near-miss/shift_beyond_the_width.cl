// OpenCL takes the amount of a shift modulo the width: `1 << 33` is 2.
// kverify-test: block=64 grid=1

// expect: proved
kernel void pairs(global int *out) {
    int step = 1 << 33;
    out[get_local_id(0) * step] = get_local_id(0);
}
