// What is not modelled may write and wait wherever it stands: none of these kernels may pass for proved.
// kverify-test: block=64 grid=1

__device__ int noted;

struct Scoped {
    __device__ ~Scoped() { noted = threadIdx.x; } //~ data-race block global write-write
};
struct Holds {
    int value;
    Scoped inner;
};
struct Derived : Scoped {
    int value;
};
template <class T> struct Boxed {
    T value;
    __device__ ~Boxed() { noted = threadIdx.x; } //~ data-race block global write-write
};

// expect: violated
__global__ void destructor_of_a_member(int *out)
{
    Holds object;
    object.value = 1;
    out[threadIdx.x] = object.value;
}

// expect: violated
__global__ void destructor_of_a_base(int *out)
{
    Derived object;
    object.value = 1;
    out[threadIdx.x] = object.value;
}

// expect: violated
__global__ void destructor_of_a_template(int *out)
{
    Boxed<int> object{1};
    out[threadIdx.x] = object.value;
}

// expect: violated
__global__ void destructor_of_an_element(int *out)
{
    Holds objects[3];
    objects[1].value = 1;
    out[threadIdx.x] = objects[1].value;
}

typedef void (*Action)(int);
__device__ void act(int value) { noted = value; } //~ data-race block global write-write
__device__ Action actions[2] = {act, act};

// expect: violated
// today: suspect, because no run holds a table of functions
__global__ void table(int *out, int which)
{
    actions[which](threadIdx.x);
    out[threadIdx.x] = 1;
}

// expect: suspect
__global__ void parameter(int *out, Action action)
{
    action(threadIdx.x);
    out[threadIdx.x] = 1;
}

__device__ int count_down(int n)
{
    if (n <= 0) {
        noted = threadIdx.x;
        return 0;
    }
    return 1 + count_down(n - 1);
}

// expect: violated
// today: unknown, because recursion is followed to a depth
__global__ void deep_recursion(int *out)
{
    out[threadIdx.x] = count_down(50);
}

__device__ int seen[64];
__device__ int deep_sum(int n) { return n <= 0 ? seen[0] : 1 + deep_sum(n - 1); }

// expect: violated
// today: unknown, because recursion is followed to a depth, and what lies deeper reads memory
__global__ void deep_read(int *out)
{
    seen[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = deep_sum(50);
}

struct Counter {
    int value;
    __device__ int put(int by)
    {
        noted = by;
        return by;
    }
};
typedef int (Counter::*Method)(int);

// expect: violated
// today: unknown, because calls through pointers to methods are not modelled
__global__ void method(int *out, Method which)
{
    Counter counter{0};
    out[threadIdx.x] = (counter.*which)(threadIdx.x);
}

// expect: violated
// today: unknown, because calls through pointers to methods are not modelled
__global__ void known_method(int *out)
{
    Counter counter{0};
    Counter *at = &counter;
    Method which = &Counter::put;
    out[threadIdx.x] = (at->*which)(threadIdx.x);
}

struct Whole {
    __device__ virtual ~Whole() {}
};
struct Writes : Whole {
    __device__ ~Writes() override { noted = threadIdx.x; }
};

// expect: violated
// today: unknown, because the class of what is deleted is not known
__global__ void deleted_as_its_base()
{
    Whole *whole = new Writes;
    delete whole;
}

// expect: violated
// today: unknown, because the end of what a reference keeps is not followed
__global__ void kept_by_a_reference()
{
    const Scoped &scoped = Scoped();
}

// expect: violated
__global__ void left_by_goto(int n)
{
    {
        Scoped scoped;
        if (n > 3) goto end;
    }
end:;
}
