// A walk whose steps do not keep to the thread's own column.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void masked_walk(int *ring)
{
    int place = threadIdx.x;
    for (int i = 0; i < 100; ++i) {
        ring[place] = i; //~ data-race block global write-write
        place = (place + 65) & 1023;
    }
}
