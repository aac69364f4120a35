// Indices that fold: the number of the thread does not survive what is done to it.

union Word {
    int whole;
    short halves[2];
    char bytes[4];
};

// Blocks of 256 threads, as the tile says, are a contract.
// expect: conditional
__global__ void number_in_a_byte(int *out) {
    unsigned char i = threadIdx.x;
    out[i + 256u * blockIdx.x] = (int)threadIdx.x; //~ warning data-race block global write-write
}

// expect: violated
__global__ void half_of_what_may_be_negative(int *out) {
    int i = (int)threadIdx.x - (int)blockDim.x / 2;
    out[i / 2 + 1024 * ((int)blockIdx.x + 1)] = i; //~ data-race block global write-write
}

// expect: violated
__global__ void remainder_and_its_mirror(int *out) {
    int r = ((int)threadIdx.x - 8) % 8;
    out[64 * blockIdx.x + (r < 0 ? -r : r)] = (int)threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void clamped_at_the_end(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i < n ? i : n - 1] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void packed_by_or(int *out) {
    int i = (threadIdx.y << 4) | threadIdx.x;
    out[i + 65536 * blockIdx.x] = (int)threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void half_of_a_word_and_a_byte_of_it(Word *out) {
    Word *mine = &out[512 * blockIdx.x + threadIdx.x / 2];
    if (threadIdx.x & 1)
        mine->halves[1] = (short)threadIdx.x; //~ data-race block global write-write with @high_half
    else
        mine->bytes[3] = (char)threadIdx.x; // @high_half
}

// expect: violated
__global__ void cases_that_fall_through(int *out, int kind) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i;
    switch (kind) {
    case 0:
        j = 2 * i;
    case 1:
        j = j / 2;
    case 2:
        j = j / 2;
        break;
    default:
        j = i;
    }
    out[j] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void index_read_back_after_the_neighbour_s(int *out, int *place) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    place[i] = i;
    __syncthreads();
    out[place[i] / 2] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
}
