// Where others may know of allocated memory, or a loop makes many pieces of it, it may be anyone's.
// kverify-test: block=64 grid=1

// expect: proved
// today: unknown, because pointers to allocated memory are followed in variables of one thread only
__global__ void of_the_first_thread(int *out) {
    __shared__ int *all;
    if (threadIdx.x == 0) all = (int *)malloc(256);
    __syncthreads();
    all[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = all[threadIdx.x];
}

struct Node {
    int value;
    Node *next;
};
__global__ void list(int *out, int n) {
    Node *head = nullptr;
    for (int i = 0; i < n; ++i) {
        Node *node = new Node();
        node->value = i;
        node->next = head;
        head = node;
    }
    out[threadIdx.x] = head ? head->value : 0;
}
