// Who has it gives it back in the same round.
// kverify-test: block=64 grid=1 lockstep=32

// expect: proved
__global__ void add(int *lock, int *sum)
{
    for (bool waits = true; waits;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            sum[0] += 1;
            __threadfence();
            atomicExch(lock, 0);
            waits = false;
        }
    }
}
