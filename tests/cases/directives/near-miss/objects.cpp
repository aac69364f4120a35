// Numbers in objects that host code puts there in ways that are not followed.

struct rows {
    int n, length;
    double *d;
};

// expect: proved
// today: suspect, because what members of plain structures are set to is not followed into functions
static void fill(rows &a, rows &b)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < a.length; j++)
            b.d[i * b.length + j] = 1;
}

void calls()
{
    rows a, b;
    a.length = b.length = 100;
    a.d = new double[10000];
    b.d = new double[10000];
    fill(a, b);
}

class sized {
public:
    int n;
    double *d;
    sized(int size) : n(size), d(new double[size * size]) {}
};

// expect: proved
// today: suspect, because that two numbers of any size are the same is not followed
static void copy(sized &a, sized &b)
{
#pragma omp parallel for
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < a.n; j++)
            b.d[i * b.n + j] = 1;
}

void calls(int n)
{
    sized a(n), b(n);
    copy(a, b);
}

class table {
public:
    int n;
    double *d;
    table(int size) : n(size), d(new double[size * size]) {}
};

// One object for both.
// expect: unknown
static void twice(table &a, table &b)
{
#pragma omp parallel for
    for (int i = 0; i < 63; i++)
        b.d[i] = a.d[i + 1];
}

void calls_twice()
{
    table t(64);
    twice(t, t);
}
