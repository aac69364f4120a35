// Destructors run where scopes and expressions end, however they are left.
// kverify-test: block=64 grid=1

__device__ int noted;

struct Guard {
    int n;
    __device__ Guard(int n) : n(n) {}
    __device__ ~Guard()
    {
        noted = n; //~ data-race block global write-write
    }
};
struct Holds {
    int value;
    Guard guard;
    __device__ Holds(int n) : value(n), guard(n) {}
};
struct Derived : Guard {
    __device__ Derived(int n) : Guard(n) {}
};

// expect: violated
__global__ void end_of_the_body() { Guard guard(threadIdx.x); }

// expect: violated
__global__ void of_a_member() { Holds object(threadIdx.x); }

// expect: violated
__global__ void of_a_base() { Derived object(threadIdx.x); }

// expect: violated
__global__ void by_break()
{
    for (int i = 0; i < 3; ++i) {
        Guard guard(threadIdx.x);
        if (i == 1) break;
    }
}

// expect: violated
__global__ void by_return(int n)
{
    for (int i = 0; i < n; ++i) {
        if (i == 2) continue;
        Guard guard(threadIdx.x);
        return;
    }
}

// expect: violated
__global__ void of_a_temporary() { Guard(threadIdx.x); }

__device__ int take(Guard guard) { return guard.n; }

// expect: violated
__global__ void of_an_argument(int *out) { out[threadIdx.x] = take(Guard(threadIdx.x)); }

__device__ Guard make(int n) { return Guard(n); }

// expect: violated
__global__ void of_what_a_call_gives() { Guard guard = make(threadIdx.x); }

// expect: violated
__global__ void of_elements() { Guard guards[2] = {Guard(threadIdx.x), Guard(1)}; }

template <class T> struct Boxed {
    T value;
    __device__ ~Boxed()
    {
        noted = value; //~ data-race block global write-write
    }
};

// expect: violated
__global__ void of_an_instantiated_class() { Boxed<int> box{(int)threadIdx.x}; }

template <class... T> struct All : T... {};

// expect: violated
__global__ void of_a_parameter_as_base() { All<Boxed<int>> boxes{{(int)threadIdx.x}}; }

// expect: violated
__global__ void early(int *out)
{
    __shared__ int cells[64];
    struct Writes {
        int *cell;
        __device__ ~Writes()
        {
            *cell = threadIdx.x; //~ data-race block shared read-write with @NEIGHBOUR
        }
    };
    {
        Writes writes{cells + threadIdx.x};
    }
    out[threadIdx.x] = cells[threadIdx.x ^ 1]; // @NEIGHBOUR
}
