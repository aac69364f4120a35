// Statements: loops, switches, jumps, early returns in inlined functions.
__device__ int early(int x)
{
    if (x < 0) return -1;
    for (int i = 0; i < 10; ++i) {
        if (i * i > x) return i;
        if (i == 7) break;
    }
    return 100;
}
__device__ int fact(int x)
{
    int r = 1;
    while (x > 1) r *= x--;
    return r;
}
__device__ void nothing(int x) { if (x) return; }
__device__ int sum(const int *a, int count) { int s = 0; do { s += a[--count]; } while (count); return s; }
__device__ int choose(int x)
{
    switch (x) {
    case 0: return 5;
    case 1:
    case 2: x += 10;
    case 3: x += 100; break;
    default: { x = -x; break; }
    case 9: x = 9000;
    }
    return x;
}

__global__ void control(long long *out, int p4, int p3)
{
    int n = 0;
    out[n++] = early(-3) + early(4) * 10 + early(1000) * 100;  // = 10029
    out[n++] = fact(p4 + 2);  // = 720
    nothing(p4);
    int items[5] = {1, 2, 3, 4, 5};
    out[n++] = sum(items, 5);  // = 15
    out[n++] = choose(0);  // = 5
    out[n++] = choose(1);  // = 111
    out[n++] = choose(p3 - 1);  // = 112
    out[n++] = choose(p3);  // = 103
    out[n++] = choose(9);  // = 9000
    out[n++] = choose(77);  // = -77
    int total = 0;
    for (int i = 0, j = 10; i < j; ++i, --j) {
        if (i == 2) continue;
        total += i * j;
    }
    out[n++] = total;  // = 54
    for (int i = 0;; ++i) if (i * i > 50) { total = i; break; }
    out[n++] = total;  // = 8
    int k = 0;
    for (; k < 3;) k += 2;
    out[n++] = k;  // = 4
    for (k = 20; k > 0; k /= 3) ;
    out[n++] = k;  // = 0
    total = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            if (j > i) break;
            switch (i + j) { case 2: continue; case 3: total += 50; default: total += 1; }
        }
    out[n++] = total;  // = 108
    int tries = 0;
again:
    if (++tries < 5) goto again;
    out[n++] = tries;  // = 5
    if (int half = p4 / 2; half > 1) out[n++] = half;  // = 2
    else out[n++] = -1;
    if (int odd = p4 % 2) total = 1; else total = odd + 2;
    out[n++] = total;  // = 2
    int w = 0;
    while (int left = 5 - w) { w += left > 2 ? 2 : 1; if (w > 100) break; }
    out[n++] = w;  // = 5
    do { w = 77; } while (0);
    out[n++] = w;  // = 77
    total = 0;
    for (int value : items) total = total * 10 + value;
    out[n++] = total;  // = 12345
    for (int &value : items) value *= 2;
    out[n++] = items[0] + items[4];  // = 12
    switch (p4) { case 1 ... 3: total = 1; break; case 4 ... 6: total = 2; break; }
    out[n++] = total;  // = 2
    int calls = 0;
    auto count = [&](bool result) { ++calls; return result; };
    bool both = count(false) && count(true), either = count(true) || count(false);
    out[n++] = calls * 10 + both + either;  // = 21
    int nested = (p3 > 2 && (p4 > 10 || items[1] == 4)) ? items[p3] : -items[0];
    out[n++] = nested;  // = 8
    if (!(p3 == 3 && !(p4 == 3)) || p3 < 0) total = 1; else total = 0;
    out[n++] = total;  // = 0
    out[n++] = ({ int t = p3; t *= t; t + 1; });  // = 10
    switch (p3) case 3: total = 33;
    out[n++] = total;  // = 33
    int duff = 0, rounds = (p4 + 3) / 4 + 1;
    switch (p4 % 4) { case 0: do { duff += 1; case 3: duff += 10; case 2: duff += 100; } while (--rounds > 0); }
    out[n++] = duff;  // = 222
}
