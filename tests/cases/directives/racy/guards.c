// What is checked says something else, or is changed behind the check.

int from_outside = 1;

// expect: violated
void of_another(int n, int s, int t, int *a)
{
    if (t < 1)
        return;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * s] = i; //~ data-race grid global write-write
}

// expect: conditional
void not_left(int n, int s, int *a)
{
    if (s < 1)
        a[0] = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * s] = i; //~ warning data-race grid global write-write
}

// expect: violated
void any_file_sets_it(int *a)
{
#pragma omp parallel for
    for (int i = 0; i < from_outside; i++)
        a[0] = i; //~ data-race grid global write-write
}
