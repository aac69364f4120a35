// Members that decide places, and templates that are no function or several: nothing is told of.

struct Grid {
    int rows, step;
    double *data;
    // expect: unknown
    void clear()
    {
#pragma omp parallel for
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < step; j++)
                data[i * step + j] = 0;
    }
};

struct Sum {
    double sum = 0;
    void merge(Sum *other, int n)
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            if (i == 0)
                sum = 1;
            if (i == 1)
                other->sum = 2;
        }
    }
};

template <class T>
void unused(T *v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i / 2] = i;
}

template <class T>
void several(T *v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i / 2] = i;
}

void use(float *a, double *b, int n)
{
    several(a, n);
    several(b, n);
}
