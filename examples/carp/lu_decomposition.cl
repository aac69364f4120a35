// CARP D2.2.B, section 6: one step of an LU decomposition on rows of double4. The ratios sit in local memory, the matrix
// in global memory, and the barrier between reading the pivot column and writing the rows orders only local memory.

#define WIDTH 4

// expect: violated
__kernel __attribute__((reqd_work_group_size(2, 8, 1)))
void eliminate_local_fence(__global double4 *lower, __global double4 *matrix, int step, __local double *ratio)
{
    const int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    const int y = get_group_id(1) * get_local_size(1) + get_local_id(1);
    const int row_length = get_num_groups(0) * get_local_size(0);
    const int my_row = get_local_id(1);

    if (step < 0 || step >= WIDTH * row_length)
        return;
    if (get_local_id(0) == 0) {
        const int part = step % WIDTH;
        const double4 column = matrix[y * row_length + step / WIDTH]; // @column
        const double4 pivot = matrix[step * row_length + step / WIDTH];
        if (part == 0)
            ratio[my_row] = column.s0 / pivot.s0;
        else if (part == 1)
            ratio[my_row] = column.s1 / pivot.s1;
        else if (part == 2)
            ratio[my_row] = column.s2 / pivot.s2;
        else
            ratio[my_row] = column.s3 / pivot.s3;
    }

    barrier(CLK_LOCAL_MEM_FENCE);

    if (y >= step + 1 && (x + 1) * WIDTH > step) {
        const double4 mine = matrix[y * row_length + x];
        const double4 above = matrix[step * row_length + x];
        const double4 left = mine - ratio[my_row] * above;
        if (x == step / WIDTH)
            lower[y * row_length + x] = ratio[my_row];
        matrix[y * row_length + x] = left;
        //~ data-race block global read-write with @column
        //~ data-race grid global read-write with @column
    }
}

// Each group holds whole rows and its barrier orders both memories. The pivot row is above all rows that change.
// expect: proved
__kernel __attribute__((reqd_work_group_size(2, 8, 1)))
void eliminate_both_fences(__global double4 *lower, __global double4 *matrix, int step, __local double *ratio)
{
    const int x = get_local_id(0);
    const int y = get_group_id(1) * get_local_size(1) + get_local_id(1);
    const int row_length = get_local_size(0);
    const int my_row = get_local_id(1);

    if (get_group_id(0) != 0 || step < 0 || step >= WIDTH * row_length)
        return;
    if (x == 0) {
        const int part = step % WIDTH;
        const double4 column = matrix[y * row_length + step / WIDTH];
        const double4 pivot = matrix[step * row_length + step / WIDTH];
        if (part == 0)
            ratio[my_row] = column.s0 / pivot.s0;
        else if (part == 1)
            ratio[my_row] = column.s1 / pivot.s1;
        else if (part == 2)
            ratio[my_row] = column.s2 / pivot.s2;
        else
            ratio[my_row] = column.s3 / pivot.s3;
    }

    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    if (y >= step + 1 && (x + 1) * WIDTH > step) {
        const double4 mine = matrix[y * row_length + x];
        const double4 above = matrix[step * row_length + x];
        const double4 left = mine - ratio[my_row] * above;
        if (x == step / WIDTH)
            lower[y * row_length + x] = ratio[my_row];
        matrix[y * row_length + x] = left;
    }
}
