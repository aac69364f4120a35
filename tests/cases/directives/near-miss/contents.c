// Numbers that host code computes in ways that are not followed: what is found may not come about.

// expect: suspect
void places(int n, int *a, int *at)
{
    for (int i = 0; i < n; i++)
        at[i] = n - i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[at[i]] = i; //~ data-race grid global write-write
}

void clamped(int n, int s, int *a)
{
    if (s < 1)
        s = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * s] = i; //~ data-race grid global write-write
}

void changed_behind(int n, int s, int *a)
{
    while (s > 0) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i * s] = i; //~ data-race grid global write-write
        s--;
    }
}

// expect: violated
void of_the_caller(int n, int *a, const int *at)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[at[i]] = i; //~ data-race grid global write-write
}
