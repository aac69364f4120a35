// What an assumption that is not made may rule out is not confirmed.
// kverify-test: block=64 grid=1

// expect: proved
// today: suspect, because assumptions that speak of other threads are not made
__global__ void other_cells(int *out, const int *ids)
{
    __assume(ids[threadIdx.x] != __other_int(ids[threadIdx.x]));
    out[ids[threadIdx.x]] = threadIdx.x;
}
