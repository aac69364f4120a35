// What records hold besides links: arrays of their own, and records that are only read or counted atomically.
// kverify-test: block=64 grid=2

struct Matrix {
    float *data;
    int n;
};

// expect: proved
__global__ void batched(Matrix *all)
{
    Matrix m = all[blockIdx.x];
    for (int i = threadIdx.x; i < m.n; i += blockDim.x)
        m.data[i] *= 2.0f;
}

struct Columns {
    float *a, *b;
};

// expect: proved
__global__ void columns(Columns *t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t->a[i] = t->b[i + 1];
}

struct Cell {
    int count;
    float mass;
};

struct Particle {
    float x;
    Cell *cell;
};

// expect: proved
__global__ void counted(Particle *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&p[i].cell->count, 1);
}

// expect: proved
__global__ void read(const Particle *p, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i].x / p[i].cell->mass;
}

// A row a thread: each has a cell of its own in the array of pointers.
// expect: proved
__global__ void array_of_pointers(Cell **cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[i]->count++;
}

struct Other {
    float mass;
};

// A cell is no part of such a record.
// expect: proved
__global__ void of_another_type(const Particle *p, Other *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i].mass = p[i].cell->mass;
}
