// A table of the thread's own sends two threads to one place.
// kverify-test: block=4 grid=1

// expect: violated
__global__ void k(int *out)
{
    const int place[4] = { 2, 0, 2, 1 };
    out[place[threadIdx.x]] = threadIdx.x; //~ data-race block global write-write
}
