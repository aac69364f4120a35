// Tables of a few numbers that each thread fills in a loop, and that say where it writes.

// The second digit is weighed too little.
// expect: violated
__global__ void counted_digits(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, rest = t;
    int digit[3];
    for (int k = 0; k < 2; k++) {
        digit[k] = rest % 8;
        rest /= 8;
    }
    digit[2] = rest;
    out[digit[2] * 64 + digit[1] * 7 + digit[0]] = t; //~ data-race block //~ data-race grid
}

// One round too few.
// expect: violated
__global__ void last_left_out(int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int at[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; k++) at[k] = t;
    out[at[3]] = t; //~ data-race block //~ data-race grid
}

// Two writes that are the same in every run are none that differ.
// expect: suspect
__global__ void same_for_all(int *out, const int *in) {
    int sum = 0, table[40];
    for (int k = 0; k < 40; k++) table[k] = k;
    for (int k = 0; k < 40; k++) sum += table[k];
    out[0] = sum; //~ data-race block //~ data-race grid
}
