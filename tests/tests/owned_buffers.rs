//! Buffers that objects own: constructors, moves, conversions, references and captures say whose is whose. A kernel that reads what another
//! thread writes if both are one buffer is proved where they are not, and nowhere else.

use kverify::{Options, Source, Verdict, verify};

const HEAD: &str = "#include <cuda_runtime.h>\n#include <memory>\n#include <new>\n#include <tuple>\n#include <utility>\n#include <vector>\n\
    __global__ void k(const float *in, float *out, int n) {\n\
        int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
        if (i > 0 && i < n) out[i] = in[i - 1];\n\
    }\n\
    template <class F> __global__ void each(int n, F f) {\n\
        int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
        if (i < n) f(i);\n\
    }\n";

/// A class that owns a buffer, moves it, and shares it.
const BUFFER: &str = r"struct Buf {
    float *p;
    Buf(size_t k) { cudaMalloc(&p, k * 4); }
    Buf(Buf &&o) : p(o.p) { o.p = nullptr; }
    Buf &operator=(Buf &&o) { float *t = p; p = o.p; o.p = t; return *this; }
    float *get() const { return p; }
    void share(const Buf &o) { p = o.p; }
    void put(float *q) { p = q; }
};
";

/// Whether the buffers are two, what is declared (behind [`BUFFER`], where it begins with `+`), and what `main` does; `k(a, b)` is a launch.
const PROGRAMS: &[(bool, &str, &str)] = &[
    (
        true,
        "struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } float *get() const { return p; } };
        struct Sim { Buf a, b; int n; Sim(int n) : a(n), b(n), n(n) {} void step() { k(a.get(), b.get(), n); } };",
        "Sim s(n); s.step();",
    ),
    (
        false,
        "+struct Sim { Buf a, b; int n; Sim(int n) : a(n), b(n), n(n) {} void step() { k(a.get(), b.get(), n); } };",
        "Sim s(n); s.b.share(s.a); s.step();",
    ),
    (
        true,
        "template <bool B> void run(float *x, float *y, int n) { if (B) k(x, y, n); }",
        "float *x, *y; cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); run<true>(x, y, n);",
    ),
    (true, r"+", r"Buf a(n), b(n); k(a.get(), b.get(), n);"),
    (
        false,
        r"+",
        r"Buf a(n); float *q = a.get(); Buf c(std::move(a)); k(q, c.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n); float *q = a.p; Buf c = std::move(a); k(q, c.p, n);",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } Buf(const Buf &o) : p(o.p) {} float *get() const { return p; } };",
        r"Buf a(n), b(a); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); float *q = a.get(); b = std::move(a); k(q, b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); float *q = a.get(); std::swap(a, b); k(q, b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); a.share(b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+void tie(Buf &x, Buf &y) { x.share(y); }",
        r"Buf a(n), b(n); tie(a, b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); Buf &r = a; r.share(b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); Buf *r = &a; r->share(b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+struct W { Buf *b; void go(const Buf &o) { b->share(o); } };",
        r"Buf a(n), b(n); W w; w.b = &a; w.go(b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); a.put(b.get()); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); auto f = [&] { a.share(b); }; f(); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+void mix(Buf &, Buf &);",
        r"Buf a(n), b(n); mix(a, b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(float *q) : p(q) {} float *get() const { return p; } };",
        r"float *d; cudaMalloc(&d, n * 4); Buf a(d), b(d); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } Buf(float *q) : p(q) {} float *get() const { return p; } };",
        r"Buf a((size_t)n), b(a.get()); k(a.get(), b.get(), n);",
    ),
    (
        true,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } Buf(float *q) : p(q) {} float *get() const { return p; } };",
        r"float *d; cudaMalloc(&d, n * 4); Buf a((size_t)n), b(d); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+struct Sim { Buf a; Buf &b; int n; Sim(int n) : a(n), b(a), n(n) {} void step() { k(a.get(), b.get(), n); } };",
        r"Sim s(n); s.step();",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } float *get() const { return p; } }; struct Sim { Buf a, b; int n; Sim(int n) : a(n), b(a), n(n) {} void step() { k(a.get(), b.get(), n); } };",
        r"Sim s(n); s.step();",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } float *get() const { return p; } }; struct Sim { Buf a, b; int n; Sim(int n) : a(n), b(n), n(n) { b.p = a.p; } void step() { k(a.get(), b.get(), n); } };",
        r"Sim s(n); s.step();",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } float *get() const { return p; } }; struct Sim { Buf a, b; int n; Sim(int n) : a(n), b(n), n(n) {} void link() { b = a; } void step() { k(a.get(), b.get(), n); } };",
        r"Sim s(n); s.link(); s.step();",
    ),
    (
        false,
        r"",
        r"float *x, *y; cudaMalloc(&x, n * 4); y = x; auto f = [=] __device__(int i) { if (i > 0) y[i] = x[i - 1]; }; each<<<(n + 127) / 128, 128>>>(n, f);",
    ),
    (
        true,
        r"",
        r"float *x, *y; cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); auto f = [=] __device__(int i) { if (i > 0) y[i] = x[i - 1]; }; each<<<(n + 127) / 128, 128>>>(n, f);",
    ),
    (
        false,
        r"+void link(Buf &x, Buf &y) { x.p = y.p; }",
        r"Buf a(n), b(n); link(a, b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+struct D : Buf { D(Buf &o) : Buf(1) { p = o.p; } };",
        r"Buf a(n); D b(a); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"struct Buf { float *p; static float *all; Buf(size_t k) { cudaMalloc(&p, k * 4); } operator float *() { return all; } }; float *Buf::all;",
        r"cudaMalloc(&Buf::all, n * 4); Buf a(n), b(n); k(a, b, n);",
    ),
    (
        true,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } operator float *() { return p; } };",
        r"Buf a(n), b(n); k(a, b, n);",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(size_t k) { cudaMalloc(&p, k * 4); } operator float *() { return p; } void share(Buf &o) { p = o.p; } };",
        r"Buf a(n), b(n); b.share(a); k(a, b, n);",
    ),
    (
        false,
        r"struct Buf { float *p; Buf(float *q) : p(q) {} Buf(const Buf &o, int) : Buf(o.p) {} Buf(size_t k) { cudaMalloc(&p, k * 4); } float *get() const { return p; } };",
        r"Buf a((size_t)n), b(a, 0); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+void run(const Buf &a, Buf &b, int n) { k(a.get(), b.get(), n); }",
        r"Buf a(n); run(a, a, n);",
    ),
    (
        false,
        r"+void run(const Buf &a, Buf &b, int n) { k(a.p, b.p, n); }",
        r"Buf a(n), b(n); b.share(a); run(a, b, n);",
    ),
    (
        false,
        r"+Buf &pool() { static Buf b(100000); return b; }",
        r"Buf &a = pool(); Buf &b = pool(); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"struct Buf { float *p; static float *cache; Buf(size_t k) { if (!cache) cudaMalloc(&cache, k * 4); p = cache; } float *get() const { return p; } }; float *Buf::cache;",
        r"Buf a(n), b(n); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); new (&a) Buf(std::move(b)); float *q = a.get(); b.p = q; k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"std::vector<Buf> v; Buf a(n); float *q = a.get(); v.push_back(std::move(a)); k(q, v[0].get(), n);",
    ),
    (
        false,
        r"+",
        r"auto a = std::make_unique<Buf>(n); Buf &b = *a; k(a->get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf v[2] = {Buf(n), Buf(n)}; v[1].share(v[0]); k(v[0].get(), v[1].get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); std::tie(a.p, b.p) = std::make_tuple(b.p, b.p); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); std::exchange(a.p, b.p); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"+",
        r"Buf a(n), b(n); void (Buf::*f)(const Buf &) = &Buf::share; (a.*f)(b); k(a.get(), b.get(), n);",
    ),
    (
        false,
        r"struct Base { float *p; void set(float *q) { p = q; } }; struct Buf : Base { Buf(size_t k) { float *q; cudaMalloc(&q, k * 4); set(q); } float *get() const { return p; } }; void same(Base &x, Base &y) { x.set(y.p); }",
        r"Buf a(n), b(n); same(a, b); k(a.get(), b.get(), n);",
    ),
];

#[test]
fn buffers_are_told_apart_by_their_owners() {
    let mut wrong = Vec::new();
    for (n, (are_two, declared, body)) in PROGRAMS.iter().enumerate() {
        let declared = match declared.strip_prefix('+') {
            Some(more) => format!("{BUFFER}{more}"),
            None => (*declared).to_owned(),
        };
        let program = format!("{declared}\nint main() {{ int n = 5000; {body} }}\n");
        let launched = program.replace(" k(", " k<<<(n + 127) / 128, 128>>>(");
        let source = Source {
            path: format!("program{n}.cu").into(),
            text: Some(format!("{HEAD}{launched}")),
        };
        let report = verify(&[source], &Options::default()).expect("the options make sense");
        let is_launched = if launched.contains("each<<<") { "each" } else { "k" };
        let kernels = || report.files.iter().flat_map(|file| &file.kernels);
        let kernel = kernels().find(|kernel| kernel.kernel.name == is_launched);
        let verdict = kernel.map(|kernel| kernel.verdict);
        if (verdict == Some(Verdict::Proved)) != *are_two {
            wrong.push(format!("{verdict:?}: {launched}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
