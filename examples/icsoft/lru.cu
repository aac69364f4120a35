// LRU of table 1: caches with replacement of the least recently used line, one set of a cache for each block and one line (way)
// for each thread. The paper splits it into 23 kernels; these are its steps, and the whole in one kernel.

#define WAYS 64

// All lines empty and equally old.
// expect: proved
// kverify: block=64
__global__ void clear(int *tags, int *ages)
{
    const int line = blockIdx.x * WAYS + threadIdx.x;
    tags[line] = -1;
    ages[line] = threadIdx.x;
}

// Which line holds the tag, if one does: no two hold the same.
// expect: proved
// kverify: block=64
__global__ void look_up(const int *tags, const int *wanted, int *hit)
{
    __shared__ int found;
    const int line = blockIdx.x * WAYS + threadIdx.x;

    if (threadIdx.x == 0)
        found = -1;
    __syncthreads();
    if (tags[line] == wanted[blockIdx.x])
        atomicMax(&found, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        hit[blockIdx.x] = found;
}

// The oldest line, by a tree over ages; of equals the first.
// expect: proved
// kverify: block=64
__global__ void oldest(const int *ages, int *victim)
{
    __shared__ int age[WAYS];
    __shared__ int way[WAYS];
    const int t = threadIdx.x;

    age[t] = ages[blockIdx.x * WAYS + t];
    way[t] = t;
    __syncthreads();
    for (int half = WAYS / 2; half > 0; half /= 2) {
        if (t < half && age[t + half] > age[t]) {
            age[t] = age[t + half];
            way[t] = way[t + half];
        }
        __syncthreads();
    }
    if (t == 0)
        victim[blockIdx.x] = way[0];
}

// The line in use becomes the youngest; those that were younger get older by one.
// expect: proved
// kverify: block=64
__global__ void touch(int *ages, const int *used)
{
    const int t = threadIdx.x;
    int *mine = ages + blockIdx.x * WAYS;

    const int old = mine[used[blockIdx.x] & (WAYS - 1)];
    const int own = mine[t];
    __syncthreads();
    if (t == (used[blockIdx.x] & (WAYS - 1)))
        mine[t] = 0;
    else if (own < old)
        mine[t] = own + 1;
}

// Hits of all sets.
// expect: proved
// kverify: block=64
__global__ void count(const int *hit, int *hits, int sets)
{
    const int set = blockIdx.x * blockDim.x + threadIdx.x;
    if (set < sets && hit[set] >= 0)
        atomicAdd(hits, 1);
}

// A whole trace of requests for one set after the other, with all steps in shared memory.
// expect: proved
// kverify: block=64
__global__ void simulate(const int *trace, int length, int *misses)
{
    __shared__ int tag[WAYS];
    __shared__ int age[WAYS];
    __shared__ int used;
    __shared__ int eldest;
    const int t = threadIdx.x;
    int missed = 0;

    tag[t] = -1;
    age[t] = t;
    for (int n = 0; n < length; n++) {
        const int wanted = trace[blockIdx.x * length + n];
        if (t == 0) {
            used = -1;
            eldest = 0;
        }
        __syncthreads();
        if (tag[t] == wanted)
            atomicMax(&used, t);
        atomicMax(&eldest, age[t] * WAYS + t);
        __syncthreads();
        const bool is_hit = used >= 0;
        const int line = is_hit ? used : eldest % WAYS;
        const int old = age[line & (WAYS - 1)];
        const int own = age[t];
        __syncthreads();
        if (t == line) {
            tag[t] = wanted;
            age[t] = 0;
        } else if (own < old) {
            age[t] = own + 1;
        }
        if (t == 0 && !is_hit)
            missed++;
        __syncthreads();
    }
    if (t == 0)
        misses[blockIdx.x] = missed;
}
