// Functions name the variable of the file, of which the construct gives each thread its own.

static int at, kept, handed;

static void add(int *a)
{
    a[at] += 1; //~ data-race grid global read-write //~ data-race grid global write-write
}

// expect: violated
void counter(int n, int *a)
{
#pragma omp parallel for
    for (at = 0; at < n; at++)
        add(a);
}

static void change(void)
{
    kept = 3; //~ data-race grid global write-write
}

void copied(int n, int *a)
{
#pragma omp parallel for firstprivate(kept)
    for (int i = 0; i < n; i++) {
        change();
        a[i] = kept;
    }
}

static void add_handed(int *a)
{
    a[handed] += 1; //~ data-race grid global read-write //~ data-race grid global write-write
}

void in_a_region(int n, int *a)
{
#pragma omp parallel private(handed)
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            handed = i;
            add_handed(a);
        }
    }
}
