// Two threads may be sent to one cell.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, const int *place)
{
    out[place[threadIdx.x]] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}
