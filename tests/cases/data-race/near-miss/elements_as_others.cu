// As in racy/elements_as_others.cu, with the elements as they are declared.
// kverify-test: block=64 grid=1 assume="distinct(places) && monotone(rows)"

// expect: proved
__global__ void whole(int *out, const int *places, const int *rows)
{
    const char *bytes = (const char *)places;
    int i = threadIdx.x;
    out[*(const int *)(bytes + 4 * i)] = i;
}

// expect: proved
__global__ void rows_of_elements(int *out, const int *places, const int *rows)
{
    int i = threadIdx.x;
    for (int j = rows[i]; j < rows[i + 1]; j++)
        out[j] = i;
}
