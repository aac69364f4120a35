// What pointers point to that lie in arrays, or are numbers for a while.

// kverify-test: block=64 grid=1

// expect: violated
__global__ void private_table(int n)
{
    __shared__ int s[2], t[2];
    int *ways[2] = {s, s};
    int *p = t;
    for (int i = 0; i < 2; ++i) {
        if (threadIdx.x == 0)
            p[0] = 1; // @table
        if (threadIdx.x == 1)
            s[0] = 2; //~ data-race block shared write-write with @table
        p = ways[(i + n) & 1];
    }
}

// expect: violated
__global__ void shared_table(int *a)
{
    __shared__ int *table[64];
    table[threadIdx.x] = a + threadIdx.x / 2;
    __syncthreads();
    *table[threadIdx.x] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void chosen_by_one(int *a, int *b, int n)
{
    __shared__ int *chosen;
    if (threadIdx.x == 0)
        chosen = n ? a : b;
    __syncthreads();
    chosen[threadIdx.x] = threadIdx.x; // @chosen
    if (threadIdx.x == 3)
        a[7] = 1; //~ data-race block global write-write with @chosen
}

// expect: violated
__global__ void copied(int *a)
{
    int *p;
    memcpy(&p, &a, sizeof p);
    p[threadIdx.x / 2] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void becomes_null(int *a)
{
    int *p = a;
    for (int i = 0; i < 2; ++i) {
        if (!p)
            a[0] = threadIdx.x; //~ data-race block global write-write
        p = nullptr;
    }
}

// The kernel itself fills the table that the host gave it.
// expect: violated
__global__ void filled_table(int **table, int *a)
{
    table[threadIdx.x] = a;
    __syncthreads();
    *table[threadIdx.x] = threadIdx.x; //~ data-race block global write-write
}

// Where the two buffers lie decides which thread gets here, and nobody knows that.
// expect: violated
__global__ void ordered_buffers(int *a, int *b)
{
    if (a < b)
        a[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void rounded_down(int *a)
{
    int *p = (int *)((unsigned long long)(a + threadIdx.x) & ~7ull);
    *p = threadIdx.x; //~ data-race block global write-write
}

struct Node {
    int value;
    Node *next;
};

// expect: violated
__global__ void linked(int *o)
{
    __shared__ Node nodes[64];
    nodes[threadIdx.x].next = &nodes[(threadIdx.x + 1) & 63];
    nodes[threadIdx.x].value = 0;
    __syncthreads();
    nodes[threadIdx.x].next->value = threadIdx.x; // @next
    o[threadIdx.x] = nodes[threadIdx.x].value; //~ data-race block shared read-write with @next
}

// A pointer of the last round but one is gone: others have stored there since.
// expect: violated
__global__ void overwritten(int *a)
{
    __shared__ int *table[64];
    table[threadIdx.x] = a + threadIdx.x;
    __syncthreads();
    table[(threadIdx.x + 1) & 63] = a + threadIdx.x / 2;
    __syncthreads();
    *table[threadIdx.x] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void filled_in_a_loop(int *a, int n)
{
    int *ways[4];
    for (int i = 0; i < 4; ++i)
        ways[i] = a + i;
    ways[n & 3][threadIdx.x] = 1; // @filled
    if (threadIdx.x == 0)
        a[10] = 7; //~ data-race block global write-write with @filled
}
