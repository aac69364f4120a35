// Numbers that the code around a loop computes are what they are computed from.

// expect: proved
void split_in_two(double *re, const double *z, unsigned long dim)
{
    unsigned long size = dim * dim;
#pragma omp parallel for
    for (unsigned long i = 0; i < dim; ++i)
        for (unsigned long j = 0; j < dim; ++j) {
            re[i * dim + j] = z[2 * (i * dim + j)];
            re[size + i * dim + j] = z[2 * (i * dim + j) + 1];
        }
}

// One too few.
// expect: violated
void split_too_near(double *re, const double *z, unsigned long dim)
{
    unsigned long size = dim * dim - 1;
#pragma omp parallel for
    for (unsigned long i = 0; i < dim; ++i)
        for (unsigned long j = 0; j < dim; ++j) {
            re[i * dim + j] = z[2 * (i * dim + j)]; // @near
            re[size + i * dim + j] = z[2 * (i * dim + j) + 1]; //~ data-race with @near
        }
}

// It is another number by then.
// expect: violated
// today: suspect, because what is computed from a number that changes behind it is not followed
void split_by_another(double *re, const double *z, unsigned long dim)
{
    unsigned long size = dim * dim;
    dim = dim + 1;
#pragma omp parallel for
    for (unsigned long i = 0; i < dim; ++i)
        for (unsigned long j = 0; j < dim; ++j) {
            re[i * dim + j] = z[2 * (i * dim + j)]; // @other
            re[size + i * dim + j] = z[2 * (i * dim + j) + 1]; //~ data-race with @other
        }
}
