// Members through a pointer, array member included.
// kverify-test: block=64 grid=2

struct Node {
    int child[4];
    int count;
};

// expect: proved
__global__ void k(Node *nodes)
{
    Node *mine = nodes + blockIdx.x * 64 + threadIdx.x;
    mine->count = 0;
    for (int i = 0; i < 4; ++i)
        mine->child[i] = mine->count++;
}
