// Indices that go round: their values are residues of a line.
// kverify-test: block=64 grid=1

// A masked walk from each thread's own start: steps of a whole row keep the column.
// expect: proved
__global__ void masked_walk(int *ring, int rounds)
{
    int place = threadIdx.x;
    for (int i = 0; i < rounds; ++i) {
        ring[place] = i;
        place = (place + 3 * 64) & (64 * 1024 - 1);
    }
}

// Rows of a ring as long as a parameter says.
// expect: proved
__global__ void ring_of_rows(int *ring, int rows, int rounds)
{
    if (rows < 1)
        return;
    int row = 0;
    for (int i = 0; i < rounds; ++i) {
        ring[row * 64 + threadIdx.x] = i;
        row = (row + 1) % rows;
    }
}
