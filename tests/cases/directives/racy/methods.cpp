// Members of the object that all threads have, and templates of which the file makes one function.

struct Sums {
    double sum = 0;
    int n = 0;
    // expect: violated
    void add(const double *v, int length)
    {
#pragma omp parallel for
        for (int i = 0; i < length; i++)
            sum += v[i]; //~ data-race grid global read-write //~ data-race grid global write-write
    }
    void count(int length)
    {
#pragma omp parallel for
        for (int i = 0; i < length; i++)
            n++; //~ data-race grid global read-write //~ data-race grid global write-write
    }
};

template <class T>
T total(const T *v, int n)
{
    T sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        sum += v[i]; //~ data-race grid global read-write //~ data-race grid global write-write
    return sum;
}

double both(const double *v, int n)
{
    Sums sums;
    sums.add(v, n);
    sums.count(n);
    return sums.sum / sums.n + total(v, n);
}
