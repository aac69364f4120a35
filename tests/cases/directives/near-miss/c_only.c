// C that is no C++: one thread's own element, and one that two threads share by a hair.

int new;
int new;

// expect: proved
void by_twos(int n, int *template)
{
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
        template[i + 1] = template[i];
}

// expect: violated
void by_twos_and_one(int n, int *template)
{
#pragma omp parallel for
    for (int i = 0; i < n; i += 2)
        template[i + 2] = template[i]; //~ data-race grid global read-write
}
