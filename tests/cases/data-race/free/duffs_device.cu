// A switch into the middle of a loop.
// kverify-test: block=32 grid=1

// expect: proved
// today: unknown, because the loop has two entries
__global__ void copy(int *out, int n)
{
    int *to = out + threadIdx.x * 16;
    int left = 9, rounds = (left + 3) / 4;
    switch (left % 4) {
    case 0:
        do {
            *to++ = n;
    case 3:
            *to++ = n;
    case 2:
            *to++ = n;
    case 1:
            *to++ = n;
        } while (--rounds > 0);
    }
}
