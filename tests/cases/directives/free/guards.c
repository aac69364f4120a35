// What host code has checked holds in the construct.

#include <stdlib.h>
#include <omp.h>

// expect: proved
void left_early(int n, int s, int *a)
{
    if (n < 0 || s < 1)
        return;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * s] = i;
}

void in_the_other_branch(int n, int s, int *a)
{
    if (s <= 0) {
        a[0] = 1;
    } else {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i * s] = i;
    }
}

void ended(int n, int off, int *a)
{
    if (off < n)
        exit(1);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i + off];
}

void in_a_region(int n, int s, int *a)
{
#pragma omp parallel
    {
        if (s > 0) {
#pragma omp for
            for (int i = 0; i < n; i++)
                a[i * s] = i;
        }
    }
}

void chosen(int n, int s, int *a)
{
    int t = s > 0 ? s : 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * t] = i;
}

struct offsets {
    int first, second;
};

void in_a_record(int *a)
{
    struct offsets at = {0, 64};
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[at.first + i] = a[at.second + i];
}

void in_an_array(int *a)
{
    const int at[2] = {0, 64};
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[at[0] + i] = a[at[1] + i];
}

void as_many_as_asked(int n, int *a)
{
    omp_set_num_threads(4);
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < n; i += 4)
        a[i] += 1;
}

void never_reached(int *a)
{
    int n = 8;
    if (n > 10) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[0] = i;
    }
}
