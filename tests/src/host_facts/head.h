#include <algorithm>
#include <cmath>
#include <cstdlib>

static int up(int a, int b) { return (a + b - 1) / b * b; }
static int least(int a) { return a < 1 ? 1 : a; }
static int half(int a) { return a / 2; }
static int both(int a, int b) { return least(a) + half(b); }
static unsigned char narrow(int a) { return a; }
namespace my {
static int max(int a, int b) { return a < b ? a : b; }
}

inline int turned(int a, int b)
{
    if (a % b == 0)
        return a / b;
    return a / b + 1;
}

inline int parted(int a)
{
    int r = a & 15;
    if (r > 7) {
        return a - r;
    } else if (r == 3)
        return 3;
    else
        return a + r;
}

inline int picked(int a, int b)
{
    if (a < b)
        return a;
    if (b == 4)
        return 5;
    return b;
}
