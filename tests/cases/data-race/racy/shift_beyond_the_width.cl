// OpenCL takes the amount of a shift modulo the width: `32 >> 32` is 32.
// kverify-test: block=64 grid=1

// expect: violated
kernel void remainder(global int *out) {
    int n = 32 >> 32;
    out[get_local_id(0) % n] = get_local_id(0); //~ data-race block global write-write
}
