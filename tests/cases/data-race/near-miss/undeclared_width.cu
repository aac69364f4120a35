// A width that only a build defines: the number chosen for it makes rows meet, which another one would not.
// kverify-test: grid=1

// expect: suspect
__global__ void two_rows(float *out) {
    out[threadIdx.x] = 1.0f; //~ data-race block global write-write with @second
    out[threadIdx.x + ROW_WIDTH] = 2.0f; // @second
}
