// The array member is one longer than the loop thinks.
// kverify-test: block=64 grid=2

struct Node {
    int child[4];
    int count;
};

// expect: violated
__global__ void k(Node *nodes)
{
    Node *mine = nodes + blockIdx.x * 64 + threadIdx.x;
    int *cell = mine->child;
    cell[5] = threadIdx.x; // @beyond
    mine->child[0] = -1;
    //~ data-race block global write-write with @beyond
    //~ data-race grid global write-write with @beyond
}
