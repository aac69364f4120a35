// A residue that a wrap makes negative: it leaves the thread's own cells.
// kverify-test: block=64 grid=1 arith=bv

// expect: violated
__global__ void signed_ring(int *out, int step) {
    if (step < 0) return;
    int at = 1;
    for (int i = 0; i < 4; i++) {
        out[threadIdx.x * 8 + at] = i; //~ data-race block global write-write
        at = (int)((unsigned)at + (unsigned)step + 0x7ffffff8u) % 8;
    }
}
