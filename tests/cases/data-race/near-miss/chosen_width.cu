// A width that is a template's argument: rows that meet for the number chosen here need not meet for the user's. A type that was
// chosen changes nothing of that, and neither does a number that the source gives.
// kverify-test: grid=1

// expect: suspect
template <int WIDTH>
__global__ void two_rows_of(float *out) {
    out[threadIdx.x] = 1.0f; //~ data-race block global write-write with @next
    out[threadIdx.x + WIDTH] = 2.0f; // @next
}

// expect: violated
template <typename T>
__global__ void neighbours(T *out) {
    out[threadIdx.x] = 1; //~ data-race block global write-write with @neighbour
    out[threadIdx.x + 1] = 2; // @neighbour
}

// expect: violated
template <int WIDTH>
__global__ void two_rows_of_eight(float *out) {
    out[threadIdx.x] = 1.0f; //~ data-race block global write-write with @eighth
    out[threadIdx.x + WIDTH] = 2.0f; // @eighth
}

template __global__ void two_rows_of_eight<8>(float *);
