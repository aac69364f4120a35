// A divisor that the caller chooses may send two threads to one place.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void buckets(int *out, int n) {
    out[threadIdx.x / n] = threadIdx.x; //~ data-race block global write-write
}
