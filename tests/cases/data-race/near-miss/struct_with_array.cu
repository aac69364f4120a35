// The index leaves the array member and lands in the same record's next member.
// kverify-test: block=64 grid=2

struct Node {
    int child[4];
    int count;
};

// expect: proved
__global__ void k(Node *nodes)
{
    Node *mine = nodes + blockIdx.x * 64 + threadIdx.x;
    int *cell = mine->child;
    cell[4] = 1;
    mine->child[0] = -1;
}
