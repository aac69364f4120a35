// Pointers that link records may lead to the same one.
// kverify-test: block=64 grid=2

struct Cell {
    int count;
    float mass;
};

struct Particle {
    float x;
    Cell *cell;
};

// expect: suspect
__global__ void counted(Particle *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i].cell->count++; //~ data-race block global read-write //~ warning data-race block global write-write //~ data-race grid global x2
}

struct Node {
    Node *parent;
    Node *child[2];
    int height;
};

// expect: suspect
__global__ void raised(Node *nodes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    nodes[i].parent->height = i; //~ data-race block global x2 //~ data-race grid global x2
}

// A child may be a node that another thread writes.
// expect: suspect
__global__ void gathered(Node *nodes, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    nodes[i].height = 1 + nodes[i].child[k & 1]->height; //~ data-race block global read-write //~ data-race grid global read-write
}

struct Wrapped {
    Cell cell;
    int id;
};

// The cell may lie in a record of the other array.
// expect: suspect
__global__ void in_another(const Particle *p, Wrapped *w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[i].cell.mass = p[i].cell->mass; //~ data-race block global read-write //~ data-race grid global read-write
}

// expect: suspect
__global__ void copied(const Particle *all, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Particle p = all[i];
    p.cell->mass = p.x; //~ data-race block global write-write //~ data-race grid global write-write
    out[i] = p.x;
}
