// CARP D2.2.B, section 3.2: work-items wait at different barriers.

bool prime(uint n)
{
    if (n < 2)
        return false;
    for (uint d = 2; d * d <= n; ++d)
        if (n % d == 0)
            return false;
    return true;
}

// Primes wait at one barrier, the others at another: nobody goes on.
// expect: violated
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void wait_by_primality(__global int *out)
{
    if (prime(get_local_id(0)))
        barrier(CLK_LOCAL_MEM_FENCE); // @prime
    else
        barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence with @prime
    out[get_global_id(0)] = 1;
}

// One barrier for all.
// expect: proved
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void wait_together(__global int *out)
{
    int kind = prime(get_local_id(0)) ? 1 : 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = kind;
}

// The group decides as a whole: whichever barrier it is, all of it comes there.
// expect: proved
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void wait_by_group(__global int *out)
{
    if (prime(get_group_id(0)))
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
