// The index comes from a private array that holds the thread's own number.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int place[2];
    place[0] = threadIdx.x;
    place[1] = blockIdx.x;
    out[place[1] * 64 + place[0]] = 1;
}
