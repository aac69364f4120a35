// Numbers in objects: those that constructors put there, and such that change.

class rows {
public:
    int n;
    double *d;
    rows(int size) : n(size), d(new double[size * size]) {}
};

// expect: violated
static void overlapping(rows &a)
{
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < a.n + 1; j++)
            a.d[i * a.n + j] = i; //~ data-race grid global write-write
}

void calls()
{
    rows a(8);
    overlapping(a);
}

class narrowed {
public:
    int n;
    double *d;
    narrowed(int size) : n(size), d(new double[size * size]) {}
    void narrow() { n = 1; }
};

// expect: violated
// today: suspect, because what methods put into members is not followed
static void changed(narrowed &a)
{
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            a.d[i * a.n + j] = i; //~ data-race grid global write-write
}

void calls_changed()
{
    narrowed a(8);
    a.narrow();
    changed(a);
}

struct vector {
    int n;
    double *d;
};

// How often the loop runs is as good as free.
// expect: violated
void sum(vector *v, double *out)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < v->n; i++)
        s += v->d[i]; //~ data-race grid global read-write //~ data-race grid global write-write
    *out = s;
}
