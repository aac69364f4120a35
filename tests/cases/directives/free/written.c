// Directives that macros write or stand in, and that start no threads.

#define PARALLEL _Pragma("omp parallel for")
#define OWN private(t)

// expect: proved
void by_macro(int n, int *a)
{
    PARALLEL
    for (int i = 0; i < n; i++)
        a[i] = i;
}

void with_a_macro(int n, int *a)
{
    int t;
#pragma omp parallel for OWN
    for (int i = 0; i < n; i++) {
        t = i;
        a[t] = t;
    }
}

void one_thread(int n, int *a)
{
#pragma omp parallel for num_threads(1)
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
#pragma omp parallel for if (0)
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
