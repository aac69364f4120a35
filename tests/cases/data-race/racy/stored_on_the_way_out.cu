// A thread stores to shared memory and leaves; the others pass a barrier and use what it left.

// kverify-test: block=64 grid=1

// expect: violated
__global__ void as_an_index(int *o)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x == 5) {
        s = 0; // @left4
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s] = threadIdx.x; //~ data-race block global write-write
    //~ data-race block shared read-write behind with @left4
}

// expect: violated
__global__ void as_a_guard(int *o)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x == 5) {
        s = 0; // @left3
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    if (s == 0) //~ data-race block shared read-write behind with @left3
        o[0] = threadIdx.x; //~ data-race block global write-write
}

// The same thread that stored first.
// expect: violated
__global__ void the_same_thread(int *o)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0; // @left2
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s] = threadIdx.x; //~ data-race block global write-write
    //~ data-race block shared read-write behind with @left2
}

// A way out that all take alike, once they are on a way that few take.
// expect: violated
__global__ void inside_of_another(int *o, int n)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x < 1) {
        if (n) {
            s = 0; // @left1
            return;
        }
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s] = threadIdx.x; //~ data-race block global write-write
    //~ data-race block shared read-write behind with @left1
}

// expect: violated
__global__ void cleared(int *o)
{
    __shared__ int s[2];
    if (threadIdx.x == 0)
        s[0] = 1;
    __syncthreads();
    if (threadIdx.x == 9) {
        memset(s, 0, sizeof s); // @left0
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s[0]] = threadIdx.x; //~ data-race block global write-write
    //~ data-race block shared read-write behind with @left0
}
