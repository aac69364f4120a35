// Runs host functions on random arguments, and checks at each launch what is said of it.
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <initializer_list>

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct Sizes {
    long x, y, z;
};

static sigjmp_buf next;
static int launches;
static long inputs[6];

static void stop(int) { siglongjmp(next, 1); }
static long min(long a, long b) { return a < b ? a : b; }
static long max(long a, long b) { return a > b ? a : b; }
static bool runs(dim3 g) { return g.x && g.y && g.z && g.x < 1u << 22 && g.y < 65536 && g.z < 65536; }

// What is computed in 64 bits is taken to fit into 32.
template <class T, class V> static T fitting(V value)
{
    if (sizeof value > sizeof(T) && sizeof(T) >= 4 && value != (V)(T)value)
        stop(0);
    // So is what is below 0 before it becomes a size.
    if (sizeof value == 4 && sizeof(T) > 4 && (V)-1 > 0 && (int)value < 0)
        stop(0);
    return value;
}

#define LAUNCHED                                                                                                       \
    if (++launches > 300)                                                                                              \
        stop(0);                                                                                                       \
    if (!runs(g) || !runs(t))                                                                                          \
        return;                                                                                                        \
    long a = a_, b = b_, c = c_;                                                                                       \
    Sizes gridDim = {g.x, g.y, g.z}, blockDim = {t.x, t.y, t.z};
#define FACT(n, fact)                                                                                                  \
    if (!(fact)) {                                                                                                     \
        printf("FALSE %d %s: n %ld, m %ld, u %ld, c %ld, h %ld, l %ld: grid %ld, block %ld, a %ld, b %ld, c %ld\n", n, \
               #fact, inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], inputs[5], gridDim.x, blockDim.x, a, b,   \
               c);                                                                                                     \
        stop(0);                                                                                                       \
    }

static unsigned long state = 88172645463325252;

// Small numbers more often than large ones.
static long draw(long low, long high)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    long kind = (state >> 33) % 4;
    long least = kind == 0 ? -3 : kind == 1 ? -40 : low, most = kind == 0 ? 6 : kind == 1 ? 100 : high;
    low = low < least ? least : low, high = high > most ? most : high;
    return low + (state >> 20) % (high - low + 1);
}

typedef void Function(int *, int, int, unsigned, unsigned char, short, long);

static int serve(Function **all, int count)
{
    for (int signal_number : {SIGILL, SIGTRAP, SIGFPE})
        signal(signal_number, stop);
    for (volatile int n = 0; n < count; n++)
        for (volatile int i = 0; i < 2000; i++) {
            if (sigsetjmp(next, 1))
                continue;
            launches = 0;
            long v[] = {draw(-3000, 5000), draw(-3000, 5000), draw(0, 9000),
                        draw(0, 255),      draw(-32768, 32767), draw(-3000, 9000)};
            for (int k = 0; k < 6; k++)
                inputs[k] = v[k];
            all[n](nullptr, v[0], v[1], v[2], v[3], v[4], v[5]);
        }
    printf("done\n");
    return 0;
}
