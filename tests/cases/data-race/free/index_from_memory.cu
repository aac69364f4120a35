// The user knows that no place comes twice.
// kverify-test: block=64 grid=1 assume="distinct(place)"

// expect: proved
__global__ void k(int *out, const int *place)
{
    out[place[threadIdx.x]] = threadIdx.x;
}
