// Pointers to locals, to parts of objects, that differ by branch, and references.
struct Node { int key; float *values; Node *next; };

__device__ void swap_values(int &a, int &b) { int t = a; a = b; b = t; }
__device__ int *pick(int *p, int *q, bool first) { return first ? p : q; }
__device__ float &cell(float *grid, int x, int y) { return grid[y * 16 + x]; }

__global__ void pointers(float *grid, int *a, int *b, Node *nodes, float **rows, void *raw, const int n, int decayed[], float matrix[][8])
{
    int x = threadIdx.x, y = threadIdx.y;
    swap_values(x, y);
    int *chosen = pick(a, b, n > 4);
    chosen[x] = y;
    int *local = &x;
    *local += 1;
    cell(grid, x, y) = 1.0f;
    cell(grid, 0, 1) += 2.0f;
    nodes[x].values[nodes[x].next->key] = 3.0f;
    rows[y][x]++;
    ((char *)raw)[x] = 1;
    *(short *)((char *)raw + 2 * x) = 2;
    float *end = grid + n;
    for (float *p = grid; p != end; ++p) *p = 0.0f;
    if (a < b && end - grid > 3) a[-1] = b[*local];
    decayed[y] = 5;
    matrix[y][x] = 6.0f;
    int table[8];
    for (int k = 0; k < 8; ++k) table[k] = k;
    a[table[x & 7]] = *(table + 2);
}
