// Writing along an index list is free of races if no index comes twice: the user knows it, the code does not say it.
// kverify-test: assume="distinct(place)"

// expect: proved
__global__ void scatter(const float *values, const int *place, float *points, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        points[place[i]] = values[i];
}
