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
