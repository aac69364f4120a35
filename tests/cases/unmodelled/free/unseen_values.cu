// A function whose definition is elsewhere may give any value; it may write what the pointers lead to that it is handed, those
// inside of objects included.
// kverify-test: block=64 grid=1

struct Pair {
    int first, second;
};
struct View {
    int *data;
    int length;
};

__device__ bool asked();
__device__ int number(Pair pair);
__device__ int fills(View view);
__device__ void fills_one(View *view);

class Shape {
  public:
    __device__ virtual int area() = 0;
};

// expect: proved
__global__ void any_answer(int *out)
{
    if (asked())
        out[threadIdx.x] = 1;
    while (asked())
        out[threadIdx.x] += 1;
}

// Objects that are handed over by value are copied.
// expect: proved
__global__ void any_number(Pair *pairs, int *out)
{
    out[threadIdx.x] = number(pairs[3]);
}

// expect: unknown
__global__ void through_a_copy(int *out)
{
    View view = {out, 64};
    fills(view);
}

// expect: unknown
__global__ void through_two_pointers(int *out)
{
    View view = {out, 64};
    fills_one(&view);
}

// Any class may be derived from this one.
// expect: unknown
__global__ void overridden(Shape *shapes, int *out)
{
    out[threadIdx.x] = shapes[0].area();
}
