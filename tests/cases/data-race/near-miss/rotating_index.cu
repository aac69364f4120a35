// Steps of whole rows, and a ring that is not a whole number of rows: only after the first turn do threads meet.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void masked_walk(int *ring)
{
    int place = threadIdx.x;
    for (int i = 0; i < 100; ++i) {
        ring[place] = i; //~ data-race block global write-write
        place = (place + 64) % 1000;
    }
}
