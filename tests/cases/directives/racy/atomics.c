// One of two accesses is atomic, or another place is.

struct pair {
    int n;
    double x;
};

// expect: violated
void other_member(int n, struct pair *p)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        (p->n)++;
        (p->x) += i; //~ data-race grid global read-write //~ data-race grid global write-write
    }
}

void plain_beside(int n, int *c)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        (*c)++; // @update
        if (i == 3)
            c[1] = (*c); //~ data-race grid global atomic-plain with @update
    }
}
