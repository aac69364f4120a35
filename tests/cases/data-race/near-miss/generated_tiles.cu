// kverify-test: block=32,8 grid=8,8 assume="m == 256"
// Tiles of a triangle, with the bounds and quotients that tiling compilers write: the outer loops go round once, and the
// inner one starts at the diagonal, in step with the thread.

#define FLOOR(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define LARGER(x, y) ((x) > (y) ? (x) : (y))
#define SMALLER(x, y) ((x) < (y) ? (x) : (y))

// expect: proved
__global__ void triangle(int *a, int m)
{
    int u = threadIdx.x, v = threadIdx.y;
    for (int row = 32 * blockIdx.x; row < m; row += 4096)
        for (int column = 32 * blockIdx.y; column < m; column += 4096)
            for (int i = LARGER(v, v + 8 * FLOOR(u - v + row - column - 1, 8) + 8); i <= SMALLER(31, m - column - 1); i += 8)
                a[(u + row) * m + (column + i)] = 8 * u + v;
}

// expect: violated
__global__ void half_steps(int *a, int m)
{
    int u = threadIdx.x, v = threadIdx.y;
    for (int row = 32 * blockIdx.x; row < m; row += 4096)
        for (int column = 32 * blockIdx.y; column < m; column += 4096)
            for (int i = LARGER(v, v + 8 * FLOOR(u - v + row - column - 1, 8) + 8); i <= SMALLER(31, m - column - 1); i += 4)
                a[(u + row) * m + (column + i)] = 8 * u + v; //~ data-race block global write-write
}

// expect: violated
__global__ void wide_rows(int *a, int m)
{
    int u = threadIdx.x, v = threadIdx.y;
    for (int row = 32 * blockIdx.x; row < m; row += 4096)
        for (int column = 32 * blockIdx.y; column < m; column += 4096)
            for (int i = v; i <= 32; i += 8)
                a[(u + row) * m + (column + i)] = 8 * u + v; //~ data-race grid global write-write
}
