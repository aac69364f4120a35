// Accesses that are atomic, however they are written.

struct pair {
    int n;
    double x;
};

// expect: proved
void in_parentheses(int n, int *c, struct pair *p)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        (*c)++;
#pragma omp atomic
        --(c[1]);
#pragma omp atomic
        (p->x) += i;
#pragma omp atomic write
        (c[2]) = i;
#pragma omp atomic
        (c[3]) = (c[3]) + i;
    }
}

void places(int n, int *count, int *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int at;
#pragma omp atomic capture
        at = (*count)++;
        out[at] = i;
    }
}

void atomic_objects(int n, _Atomic int *c)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        c[0]++;
        c[1] += i;
    }
}
