// Pointers that lie in memory for a while, and lead each thread to places of its own.

// kverify-test: block=64 grid=1

// expect: proved
__global__ void chosen_by_one(int *a, int *b, int n)
{
    __shared__ int *chosen;
    if (threadIdx.x == 0)
        chosen = n ? a : b;
    __syncthreads();
    chosen[threadIdx.x] = threadIdx.x;
}

// expect: proved
__global__ void copied(int *a)
{
    int *p;
    memcpy(&p, &a, sizeof p);
    p[threadIdx.x] = threadIdx.x;
}

struct View {
    float *data;
    int n;
    int step;
};

// expect: proved
__global__ void copied_view(float *a, int n)
{
    View v{a, n, 1}, w;
    memcpy(&w, &v, sizeof v);
    if (threadIdx.x < w.n)
        w.data[threadIdx.x] = threadIdx.x;
}

// expect: proved
__global__ void distance(int *o)
{
    __shared__ int s[64];
    int *end = s + 64;
    long long left = end - &s[threadIdx.x];
    s[64 - left] = threadIdx.x;
    o[threadIdx.x] = s[threadIdx.x];
}

// expect: proved
__global__ void up_to_the_end(int *a, int n)
{
    int *end = a + n;
    for (int *p = a + threadIdx.x; p < end; p += 64)
        *p = 1;
}

// expect: proved
__global__ void rounded_up(char *a)
{
    unsigned long long from = ((unsigned long long)a + 15) & ~15ull;
    ((int *)from)[threadIdx.x] = threadIdx.x;
}

struct Node {
    int value;
    Node *next;
};

// expect: proved
__global__ void linked(int *o)
{
    __shared__ Node nodes[64];
    nodes[threadIdx.x].next = &nodes[(threadIdx.x + 1) & 63];
    nodes[threadIdx.x].value = 0;
    __syncthreads();
    nodes[threadIdx.x].next->value = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = nodes[threadIdx.x].value;
}

// expect: proved
__global__ void shared_table(int *a)
{
    __shared__ int *table[64];
    table[threadIdx.x] = a + threadIdx.x;
    __syncthreads();
    *table[threadIdx.x] = threadIdx.x;
}

// expect: proved
__global__ void private_table(int *a)
{
    int *ways[4];
    for (int i = 0; i < 4; ++i)
        ways[i] = a + i * 64;
    ways[threadIdx.x & 3][threadIdx.x] = threadIdx.x;
}
