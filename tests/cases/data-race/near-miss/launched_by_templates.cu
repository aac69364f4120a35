// Where a pointer of a template's launch comes from is not understood.
#include <vector>

template <typename T> class Buffer {
public:
    T *values() const;
};

// What a function of the argument's does with a pointer that it takes by reference nobody sees.
// expect: unknown
template <typename T> __global__ void assigned(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> void assign_and_run(T *from, T *to)
{
    T::assign(to, from);
    assigned<T><<<1, 64>>>(from, to);
}

// A template of this file sets it.
// expect: unknown
template <typename T> __global__ void set(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename P> void set_to(P &to, P from) { to = from; }
template <typename T> void set_and_run(T *from, T *to)
{
    set_to(to, from);
    set<T><<<1, 64>>>(from, to);
}

// One buffer by one name.
// expect: unknown
template <typename T> __global__ void same(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> void run_on_one(const std::vector<Buffer<T> *> &in)
{
    same<T><<<1, 64>>>(in[0]->values(), in[0]->values());
}

// A macro hides which member it is.
#define IN in[0]->values()
#define OUT in[0]->values()
// expect: unknown
template <typename T> __global__ void hidden(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> void run_on_hidden(const std::vector<Buffer<T> *> &in)
{
    hidden<T><<<1, 64>>>(IN, OUT);
}

// Members of a base class that depends on the argument: both get one pointer.
template <typename T> struct Base {
    T *from, *to;
};

// expect: violated
template <typename T> __global__ void inherited(const T *from, T *to)
{
    T next = from[threadIdx.x + 1]; // @inherited
    to[threadIdx.x] = next; //~ data-race block global read-write with @inherited
}

template <typename T> struct Derived : Base<T> {
    void set(T *p)
    {
        this->from = p;
        this->to = p;
    }
    void run() { inherited<T><<<1, 64>>>(this->from, this->to); }
};

// The launch with other numbers is one of another kernel.
// expect: suspect
template <typename T, int N> __global__ void numbered(T *x)
{
    x[threadIdx.x % N] = T(threadIdx.x); //~ data-race block global write-write //~ data-race grid global write-write
}

template <typename T, int N> void run_numbered(T *x) { numbered<T, N><<<1, N>>>(x); }

// Another template calls the one that launches, with one buffer for both.
// expect: unknown
template <typename T> __global__ void called(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> void launch_called(T *from, T *to) { called<T><<<1, 64>>>(from, to); }
template <typename T> void call(T *x) { launch_called(x, x); }

// A container of the argument's type gets one pointer twice.
// expect: unknown
template <typename T> __global__ void contained(const T *from, T *to)
{
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> void launch_contained(T *x)
{
    std::vector<T *> all;
    all.push_back(x);
    all.push_back(x);
    contained<T><<<1, 64>>>(all[0], all[1]);
}
