// What is read in one region and written in another, and slots that are larger than the step.

// expect: violated
void two_regions(int n, int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int mine;
#pragma omp atomic read
        mine = count;
#pragma omp atomic
        count++;
        a[mine] = i; //~ data-race grid global write-write
    }
}

void halves(int n, int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int mine;
#pragma omp atomic capture
        mine = count++;
        a[mine / 2] = i; //~ data-race grid global write-write
    }
}

void exchanged(int n, int *a)
{
    int last = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int before;
#pragma omp atomic capture
        { before = last; last = i / 2; }
        a[before] = i; //~ data-race grid global write-write
    }
}
