__device__ inline int flip(int *s, int v)
{
    s[threadIdx.x] = v;
    return s[255 - threadIdx.x];
}
