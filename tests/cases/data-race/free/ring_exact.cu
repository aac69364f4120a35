// Indices that go round, decided in exact machine arithmetic: no overflow is assumed away.
// kverify-test: block=64 grid=1 arith=bv

// expect: proved
// The top of the type is a multiple of 8: a wrap changes nothing of the residue.
__global__ void unsigned_ring(int *out, unsigned step) {
    unsigned at = 0;
    for (int i = 0; i < 4; i++) {
        out[threadIdx.x * 8 + at] = i;
        at = (at + step) % 8;
    }
}
