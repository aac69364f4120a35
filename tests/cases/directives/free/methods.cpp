// Members that one thread at a time changes, and a template of which the file makes one function.

struct Sums {
    double sum = 0;
    // expect: proved
    void add(const double *v, int length)
    {
#pragma omp parallel for
        for (int i = 0; i < length; i++) {
#pragma omp atomic
            sum += v[i];
        }
    }
};

template <class T>
void scale(T *v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i] *= 2;
}

double both(double *v, int n)
{
    Sums sums;
    scale(v, n);
    sums.add(v, n);
    return sums.sum;
}
