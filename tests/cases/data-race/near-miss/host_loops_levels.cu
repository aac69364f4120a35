// Sizes that a function computes for itself and keeps in memory of its own: none of them need be any number, so that nothing is confirmed.
#include <cstdlib>

// expect: suspect
__global__ void level(float *u, int w, int h, int s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        u[y * s + x] = x + y; //~ data-race x2
}

static int rounded(int n) { return n % 32 ? n + 32 - n % 32 : n; }

static void run(float *u, int w, int h, int s)
{
    level<<<dim3((w + 31) / 32, (h + 5) / 6), dim3(32, 6)>>>(u, w, h, s);
}

void pyramid(int width, int height, int levels)
{
    int *w = new int[levels], *h = (int *)malloc(levels * sizeof(int)), *s = new int[levels];
    float *u;
    cudaMalloc(&u, rounded(width) * height * sizeof(float));
    int l = levels - 1;
    w[l] = width;
    h[l] = height;
    s[l] = rounded(width);
    for (; l > 0; --l) {
        w[l - 1] = w[l] / 2;
        h[l - 1] = h[l] / 2;
        s[l - 1] = rounded(w[l] / 2);
    }
    for (; l < levels; ++l)
        run(u, w[l], h[l], s[l]);
}
