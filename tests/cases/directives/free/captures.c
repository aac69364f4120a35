// What an update captures is a place of the iteration's own.

// expect: proved
void by_step(int n, int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int mine;
#pragma omp atomic capture
        mine = count++;
        a[mine] = i;
    }
}

void by_two_statements(int n, int *a, const int *b, int *count)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (b[i] > 0) {
            int mine;
#pragma omp atomic capture
            { mine = *count; *count += 1; }
            a[mine] = i;
        }
}

void the_new_value(int n, int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int mine;
#pragma omp atomic capture
        mine = count += 2;
        a[mine] = i;
        a[mine + 1] = i;
    }
}

void in_a_critical_section(int n, int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int mine;
#pragma omp critical
        { mine = count; count++; }
        a[mine] = i;
    }
}
