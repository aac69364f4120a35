// kverify-test: block=8 grid=1
// Constants whose values a function makes when the source is compiled: they are not evaluated, and nothing is claimed of them.

struct Table {
    int at[8];
};

constexpr Table made()
{
    Table t{};
    for (int i = 0; i < 8; ++i) t.at[i] = (i * 3) & 7;
    return t;
}

__device__ constexpr Table table = made();

// expect: proved
// today: suspect, because the values are not evaluated
__global__ void by_table(int *a) { a[table.at[threadIdx.x]] = threadIdx.x; }

// expect: proved
__global__ void beside_it(int *a) { a[threadIdx.x] = table.at[threadIdx.x]; }
