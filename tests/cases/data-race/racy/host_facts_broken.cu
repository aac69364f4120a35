// What looks like a fact of host code, and is none where the kernel is launched.

#define STRIDE p[threadIdx.x * n] = threadIdx.x

bool read_number(int *n);
bool adjust(int &n);

// A later part of the test changes what an earlier one asked.
// expect: suspect
__global__ void asked_and_read(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}
void run_asked_and_read(int *p, int n) {
    if (n <= 0 || !read_number(&n))
        return;
    asked_and_read<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void asked_and_adjusted(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}
void run_asked_and_adjusted(int *p, int n) {
    if (n > 0 && adjust(n))
        asked_and_adjusted<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void asked_and_counted(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}
void run_asked_and_counted(int *p, int n) {
    while (n > 0 && n-- != 7)
        asked_and_counted<<<1, 64>>>(p, n);
}

// A reference is another name.
// expect: violated
__global__ void by_another_name(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}
void run_by_another_name(int *p) {
    int m = 4;
    const int &n = m;
    m = 0;
    by_another_name<<<1, 64>>>(p, n);
}

// expect: violated
__global__ void one_buffer(int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i + 1]; //~ data-race x2
}
void run_one_buffer(int *x, int n) {
    int *const &y = x;
    x += n;
    one_buffer<<<4, 256>>>(x, y, n);
}

// The file's own function, which does what it likes.
namespace my {
int max(int a, int b) { return a < b ? a : b; }
}

// expect: suspect
__global__ void greater_by_name(int *p, int n) {
    STRIDE; //~ data-race block global write-write
}
void run_greater_by_name(int *p, int n) {
    if (n != 7)
        greater_by_name<<<1, 64>>>(p, my::max(n, 1));
}

// 300 is 44 for the first of the two.
// expect: suspect
__global__ void handed_twice(int *p, unsigned char stride, int k) {
    for (int j = 0; j < k; j++)
        p[threadIdx.x * stride + j] = threadIdx.x; //~ data-race block global write-write
}
void run_handed_twice(int *p, int n) { handed_twice<<<1, 64>>>(p, n, n); }

// 65537 blocks, and rows of 1.
// expect: violated
__global__ void short_rows(int *p, short ld) {
    if (threadIdx.x < 2)
        p[threadIdx.x * ld + blockIdx.x] = threadIdx.x; //~ data-race x2
}
void run_short_rows(int *p, int n) { short_rows<<<n, 64>>>(p, n); }

// The host of the same file breaks what the kernel would need.
// expect: violated
__global__ void wrong_pitch(int *o, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h)
        o[y * h + x] = x + 31 * y; //~ data-race x2
}
void run_wrong_pitch(int *o, int w, int h) {
    wrong_pitch<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(o, w, h);
}
void run_wide(int *o) { run_wrong_pitch(o, 1920, 1080); }
