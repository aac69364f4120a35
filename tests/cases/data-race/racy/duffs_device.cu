// A switch into the middle of a loop: nine cells are written, and the next thread's begin after eight.
// kverify-test: block=32 grid=1

// expect: violated
// today: unknown, because the loop has two entries
__global__ void copy(int *out)
{
    int *to = out + threadIdx.x * 8;
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
            *to++ = threadIdx.x; //~ data-race block global write-write //~ data-race warp global write-write
        } while (--rounds > 0);
    }
}
