// Nine cells are written, and the next thread's begin after nine.
// kverify-test: block=32 grid=1

// expect: proved
// today: unknown, because the loop has two entries
__global__ void copy(int *out)
{
    int *to = out + threadIdx.x * 9;
    int left = 9, rounds = (left + 3) / 4;
    switch (left % 4) {
    case 0:
        do {
            *to++ = threadIdx.x;
    case 3:
            *to++ = threadIdx.x;
    case 2:
            *to++ = threadIdx.x;
    case 1:
            *to++ = threadIdx.x;
        } while (--rounds > 0);
    }
}
