// Numbers that constructors put into all objects of a class.

class grid {
    int ny_;
    double *d_;

public:
    grid(int nx, int ny) : ny_(ny), d_(new double[nx * ny]()) {}
    double &operator()(int i, int j) { return d_[i * ny_ + j]; }
    int ny() const { return ny_; }
};

// expect: proved
static void smooth(grid &a, grid &b)
{
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < a.ny(); j++)
            b(i, j) = a(i, j);
}

void calls()
{
    grid g(100, 100), h(100, 100);
    smooth(g, h);
}

struct square {
    int n, pad = 4;
    double *d;
    square(int size) { n = size; }
    square() : square(64) {}
};

void by_others()
{
    square a(64), b;
    a.d = new double[64 * 68];
    b.d = new double[64 * 68];
#pragma omp parallel for
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < a.n + a.pad; j++)
            b.d[i * (b.n + b.pad) + j] = 1;
}
