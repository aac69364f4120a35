// Where pointers lead that the file puts into memory is not followed; others lead where nothing else does.

#include <cstdlib>
#include <utility>
#include <vector>

struct image {
    int *pixels, *copy;
    int width;
};

// expect: unknown
void set_in_front(image *m, int n)
{
    m->copy = m->pixels + 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        m->pixels[i] = m->copy[i];
}

struct table {
    int *row;
};

// expect: unknown
void same_rows(table *t, int *block, int n)
{
    for (int i = 0; i < n; i++)
        t[i].row = block;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        t[i].row[0] += i;
}

// expect: unknown
void rows_of_a_vector(std::vector<long *> &rows, int n)
{
    rows[1] = rows[0];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        rows[i][0] += i;
}

// expect: unknown
void exchanged(float *a, float *b, int n)
{
    float *p = a, *q = b;
    std::swap(p, q);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = q[i + 1];
}

static double shared_by_all[1000];

// expect: unknown
void handed_over(int n, double *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = shared_by_all[i + 1];
}

void hands_over()
{
    handed_over(900, shared_by_all);
}

struct fields {
    double *before, *after;
};

// expect: proved
void steps(fields *f, int n)
{
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        f->after[i] = f->before[i - 1] + f->before[i + 1];
    double *t = f->before;
    f->before = f->after;
    f->after = t;
}

struct buffers {
    double *in, *out;
};

// expect: proved
void allocated(int n)
{
    buffers b;
    b.in = (double *)malloc(n * sizeof(double));
    b.out = (double *)malloc(n * sizeof(double));
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        b.out[i] = b.in[n - 1 - i];
}

// expect: proved
void made_inside(int n, double *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        fields f = {a + i, a + i};
        *f.before = *f.after + 1;
    }
}
