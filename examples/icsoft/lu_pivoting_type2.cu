// Error type 2 injected into lu_pivoting.cu: barriers removed where a write follows reads of other threads.

#define SMALL 16

// Everyone divides by the diagonal element; nobody waits before its owner scales it as well.
// expect: violated
// kverify: block=16
__global__ void decompose_small(float *matrices)
{
    __shared__ float a[SMALL][SMALL];
    __shared__ int chosen;
    int t = threadIdx.x;
    float *mine = matrices + blockIdx.x * SMALL * SMALL;

    for (int j = 0; j < SMALL; ++j)
        a[j][t] = mine[j * SMALL + t];
    __syncthreads();

    for (int k = 0; k < SMALL; ++k) {
        float diagonal = a[k][k]; // @diagonal
        // A barrier belongs here: the row is scaled in place.
        if (t >= k)
            a[k][t] = a[k][t] / diagonal; //~ data-race block shared read-write with @diagonal
        __syncthreads();

        if (t > k)
            for (int j = k + 1; j < SMALL; ++j)
                a[t][j] -= a[t][k] * a[k][j];
        __syncthreads();
    }
    for (int j = 0; j < SMALL; ++j)
        mine[j * SMALL + t] = a[j][t];
}

// The chosen row is overwritten for the next step while others have yet to read it.
// expect: violated
// kverify: block=16
__global__ void pivot_order(const float *columns, int *order)
{
    __shared__ int chosen;
    __shared__ float size[SMALL];
    int t = threadIdx.x;
    int taken = 0;
    size[t] = columns[blockIdx.x * SMALL + t];
    __syncthreads();

    for (int k = 0; k < SMALL; ++k) {
        if (t == 0) {
            int best = 0;
            for (int i = 1; i < SMALL; ++i)
                if (size[i] > size[best]) // @search
                    best = i;
            chosen = best; // @choose
        }
        __syncthreads();

        if (chosen == t && !taken) { //~ data-race block shared read-write with @choose
            taken = 1;
            order[blockIdx.x * SMALL + t] = k;
            size[t] = -1.0f; //~ data-race block shared read-write with @search x2
        }
        // A barrier belongs here: the next step searches and chooses again.
    }
}
