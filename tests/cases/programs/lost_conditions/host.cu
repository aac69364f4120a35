// kverify-test: host=project
__global__ void only_asked(float *out, const unsigned *mask);
__global__ void set(float *out, const unsigned *mask);
__global__ void declared(float *out, const unsigned *mask);
__global__ void set_by_a_macro(float *out, const unsigned *mask);
__global__ void handed_over(float *out, const unsigned *mask);
#define SAME(p, q) p = reinterpret_cast<unsigned *>(q)

struct Buffers {
    float *out;
    unsigned *mask;
};

struct Asked {
    float *to;
    unsigned *bits;
};

void ask(Asked &b, int phase)
{
    if (phase == TRAIN) {
        unsigned *mask = b.bits;
        only_asked<<<4, 64>>>(b.to, mask);
    }
}

void assign(Buffers &b)
{
    unsigned *mask = b.mask;
    if (mask = the_same(b.out)) {
        set<<<4, 64>>>(b.out, mask);
    }
}

void declare(Buffers &b)
{
    if (auto mask = the_same(b.out)) {
        declared<<<4, 64>>>(b.out, mask);
    }
}

void expand(Buffers &b, int phase)
{
    unsigned *mask = b.mask;
    if (phase == TRAIN && (SAME(mask, b.out))) {
        set_by_a_macro<<<4, 64>>>(b.out, mask);
    }
}

void hand_over(Buffers &b)
{
    unsigned *mask = b.mask;
    while (make_the_same(mask, b.out)) {
        handed_over<<<4, 64>>>(b.out, mask);
    }
}
