// Mathematical functions of an integer and a number, as C++ promotes them: sources write `fmax(x, 0)`.

// expect: proved
__global__ void k(int *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int from = fmax(a[i], 0), to = fmin(n, a[i] + 3);
    float sum = 0;
    for (int j = from; j < to; ++j)
        sum += fmax(b[i], 0) + fmod(j, 3) + atan2(j, n) + hypot(j, 1) + pow(2, b[i]) + fdim(n, 1) + copysign(n, -1);
    b[i] = fmin(sum, 1) + fmax(0.5f, n) + remainder(n, 3) + pow(sum, 2u);
}
