//! Which pointers of launches meet, by the host code around them.

use kverify_frontend::ir::{Launch, Module};
use kverify_frontend::{Options, Source};
use std::path::PathBuf;

fn module(text: String) -> Module {
    let source = Source {
        path: PathBuf::from("meeting.cu"),
        text: Some(text),
    };
    crate::source::parse(&source, &Options::default()).expect("clang runs")
}

/// How far the second parameter of `k(float *a, float *b, int n, float x)` points behind the first, by each launch in a `main` with this
/// body; nothing of launches where they lead into different buffers.
fn distances(body: &str) -> Vec<String> {
    let text = format!(
        "#include <utility>\nstruct Two {{ float *x, *y; }};\nfloat *other();\nfloat *another();\nvoid store(float **);\n\
         __global__ void k(float *a, float *b, int n, float x) {{}}\n\
         int main(int argc, char **argv) {{ float *p = other(), *q = another(); {body} }}\n"
    );
    let module = module(text);
    let of_launch = |launch: &Launch| {
        let same = launch.aliases.iter().map(|_| "0".to_owned());
        let apart = launch.overlaps.iter().map(|overlap| {
            assert_eq!((overlap.param, overlap.of), (1, 0));
            overlap.bytes.clone().unwrap_or_else(|| "?".to_owned())
        });
        same.chain(apart).collect::<Vec<_>>()
    };
    let mut found: Vec<String> = module.kernels[0].launches.iter().flat_map(of_launch).collect();
    found.sort();
    found
}

#[test]
fn pointers_into_one_buffer_meet() {
    for (body, expected) in [
        ("k<<<1, 32>>>(p, p, 1, 1.0f);", "0"),
        ("k<<<1, 32>>>(p, p + 10, 1, 1.0f);", "40"),
        ("k<<<1, 32>>>(p + 10, p, 1, 1.0f);", "-40"),
        ("k<<<1, 32>>>(p, &p[32], 1, 1.0f);", "128"),
        ("k<<<1, 32>>>(p, 2 + (p - 1), 1, 1.0f);", "4"),
        ("q = p + 10; k<<<1, 32>>>(p, q, 1, 1.0f);", "40"),
        ("q = p; q += 2; k<<<1, 32>>>(p, q, 1, 1.0f);", "8"),
        ("q = p; q++; k<<<1, 32>>>(p, q, 1, 1.0f);", "4"),
        ("k<<<1, 32>>>(p, (float *)((char *)p + 6), 1, 1.0f);", "6"),
        ("float *&r = p; k<<<1, 32>>>(p, r + 1, 1, 1.0f);", "4"),
        ("k<<<1, 32>>>(p, p + argc, argc, 1.0f);", "n * 4 + 0"),
        ("k<<<1, 32>>>(p, p + argc, argc - 1, 1.0f);", "(n - -1) * 4 + 0"),
        (
            "k<<<1, 32>>>(p + argc, p + 2 * argc + 1, argc, 1.0f);",
            "n * 4 + 4",
        ),
        ("k<<<1, 32>>>(p, p + argc * argc, argc, 1.0f);", "(n * n) * 4 + 0"),
        ("k<<<1, 32>>>(p, p + argc / 2, argc, 1.0f);", "(n / 2) * 4 + 0"),
        ("k<<<1, 32>>>(p, p + (argc >> 1), argc, 1.0f);", "?"),
        ("k<<<1, 32>>>(p, p + argc, 1, 1.0f);", "?"),
        (
            "Two s; s.x = p; s.y = p + 1; k<<<1, 32>>>(s.x, s.y, 1, 1.0f);",
            "4",
        ),
        ("Two s = {p, p + 1}; k<<<1, 32>>>(s.x, s.y, 1, 1.0f);", "4"),
        ("Two s = {p, q}, t = s; k<<<1, 32>>>(s.x, t.x, 1, 1.0f);", "0"),
        ("Two s; s.x = other(); k<<<1, 32>>>(s.x, s.x + 1, 1, 1.0f);", "4"),
        (
            "float *t[2]; t[1] = q; k<<<1, 32>>>(t[1], t[1] + 1, 1, 1.0f);",
            "4",
        ),
        (
            "float *t[2] = {p, q}; t[1] = t[0]; k<<<1, 32>>>(t[0], t[1], 1, 1.0f);",
            "0",
        ),
        ("float *r = p; std::swap(p, q); k<<<1, 32>>>(q, r, 1, 1.0f);", "0"),
        ("q = other(); if (argc) q = p; k<<<1, 32>>>(p, q, 1, 1.0f);", "0"),
        (
            "for (int i = 0; i < argc; i++) { k<<<1, 32>>>(p, q, 1, 1.0f); q = p; }",
            "0",
        ),
        (
            "auto f = [&](float *a) { k<<<1, 32>>>(p, a, 1, 1.0f); }; f(p + 1);",
            "4",
        ),
        (
            "auto f = [=](float *a) { k<<<1, 32>>>(p, a, 1, 1.0f); }; q = p; p = other(); f(q);",
            "0",
        ),
        (
            "auto f = [&p]() { return p + 2; }; k<<<1, 32>>>(p, f(), 1, 1.0f);",
            "8",
        ),
    ] {
        assert_eq!(distances(body), [expected], "{body}");
    }
    // What `other` gives may be anything on the other way.
    let either = "k<<<1, 32>>>(p, argc ? other() : p + 1, 1, 1.0f);";
    assert_eq!(distances(either), ["4", "?", "?"]);
}

#[test]
fn pointers_into_different_buffers_do_not() {
    for body in [
        "k<<<1, 32>>>(p, q, 1, 1.0f);",
        "float *a = p; p = other(); k<<<1, 32>>>(p, a, 1, 1.0f);",
        "float *t[2]; k<<<1, 32>>>(t[0], t[1], 1, 1.0f);",
        "float *t[2] = {p, q}; k<<<1, 32>>>(t[0], t[1], 1, 1.0f);",
        "Two s; s.x = p; s.y = q; k<<<1, 32>>>(s.x, s.y, 1, 1.0f);",
        "Two s = {p, q}, t = s; s.x = q; k<<<1, 32>>>(s.x, t.x, 1, 1.0f);",
        "float *a = p, *b = q; for (int i = 0; i < argc; i++) { k<<<1, 32>>>(a, b, 1, 1.0f); float *t = a; a = b; b = t; }",
        "for (int i = 0; i < argc; i++) { k<<<1, 32>>>(p, q, 1, 1.0f); std::swap(p, q); }",
        "float *a, *b; if (argc) { a = p; b = q; } else { a = q; b = p; } k<<<1, 32>>>(a, b, 1, 1.0f);",
        "float *a = argc ? p : q, *b = argc ? q : p; k<<<1, 32>>>(a, b, 1, 1.0f);",
        "float *r = p; std::swap(p, q); k<<<1, 32>>>(p, r, 1, 1.0f);",
        "store(&q); k<<<1, 32>>>(p, q, 1, 1.0f);",
        "auto f = [&](float *a) { k<<<1, 32>>>(p, a, 1, 1.0f); }; f(q);",
        "auto f = [=](float *a) { k<<<1, 32>>>(p, a, 1, 1.0f); }; p = q; f(q);",
        "auto f = [&]() { std::swap(p, q); }; float *r = p; f(); k<<<1, 32>>>(p, r, 1, 1.0f);",
    ] {
        assert_eq!(distances(body), [""; 0], "{body}");
    }
}

#[test]
fn pointers_that_callers_hand_over_are_seen() {
    for (head, calls, expected) in [
        ("", "run(p, q);", [1, 0]),
        ("", "run(p, p);", [1, 1]),
        ("static ", "run(p, p);", [0, 1]),
        ("", "run(q, p); run(p + 1, p);", [1, 1]),
        ("static ", "run(q, p); run(p, p);", [1, 1]),
    ] {
        let module = module(format!(
            "__global__ void k(float *a, float *b) {{}}\n{head}void run(float *a, float *b) {{ k<<<1, 32>>>(a, b); }}\n\
             void f(float *p, float *q) {{ {calls} }}"
        ));
        let launches = &module.kernels[0].launches;
        let meets = |launch: &&Launch| !launch.aliases.is_empty() || !launch.overlaps.is_empty();
        let met = launches.iter().filter(meets).count();
        assert_eq!([launches.len() - met, met], expected, "{head}{calls}");
    }
}

#[test]
fn buffers_of_objects_meet() {
    for (body, expected) in [
        ("k<<<1, 32>>>(x.data_ptr<float>(), x.data_ptr<float>());", true),
        ("k<<<1, 32>>>(x.data_ptr<float>(), r.data_ptr<float>());", false),
        (
            "k<<<1, 32>>>(r.data_ptr<float>(), r.data_ptr<float>() + r.numel());",
            true,
        ),
        (
            "int n = x.numel(); float *p = x.data_ptr<float>(); k<<<1, n>>>(p, x.mutable_data_ptr<float>());",
            true,
        ),
        (
            "auto y = x; k<<<1, 32>>>(y.data_ptr<float>(), x.data_ptr<float>());",
            true,
        ),
        (
            "auto y = x.contiguous(); k<<<1, 32>>>(y.data_ptr<float>(), x.data_ptr<float>());",
            true,
        ),
        (
            "auto y = torch::empty_like(x); k<<<1, 32>>>(y.data_ptr<float>(), x.data_ptr<float>());",
            false,
        ),
        (
            // They may.
            "float *p = x.data_ptr<float>(); x.resize_({4}); k<<<1, 32>>>(p, x.data_ptr<float>());",
            true,
        ),
        (
            "thrust::device_vector<float> v(4), w(4); k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(v.data()));",
            true,
        ),
        (
            "thrust::device_vector<float> v(4), w(4); k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(w.data()));",
            false,
        ),
    ] {
        let module = module(format!(
            "#include <torch/extension.h>\n#include <thrust/device_vector.h>\n__global__ void k(float *a, float *b) {{}}\n\
             void f(torch::Tensor x, torch::Tensor &r) {{ {body} }}"
        ));
        let launch = &module.kernels[0].launches[0];
        let meets = !launch.aliases.is_empty() || !launch.overlaps.is_empty();
        assert_eq!(meets, expected, "{body}");
    }
}

/// More ways to `behind` than are told apart: pairs of buffers are swapped or not.
fn many_ways(behind: &str) -> String {
    let swap = |n: u32| {
        format!(
            "float *c{n}, *d{n}; cudaMalloc(&c{n}, n); cudaMalloc(&d{n}, n); if (rand()) {{ float *t = c{n}; c{n} = d{n}; d{n} = t; }} "
        )
    };
    (0..8).map(swap).collect::<String>() + behind
}

#[test]
fn what_may_come_from_one_place_may_meet() {
    for (body, expected) in [
        ("Own o(p, p); k<<<1, 32>>>(o.a, o.b);", true),
        ("Own o(p, q); k<<<1, 32>>>(o.a, o.b);", false),
        ("Pool o; k<<<1, 32>>>(o.take(4), o.take(4));", true),
        ("Pool o, u; k<<<1, 32>>>(o.take(4), u.take(4));", false),
        ("std::vector<float *> v{p, q}; k<<<1, 32>>>(v[0], v[1]);", false),
        (
            "std::vector<float *> v; v.push_back(p); v.push_back(q); k<<<1, 32>>>(v[0], v[1]);",
            true,
        ),
        ("float *a, *b; set(a, p); set(b, q); k<<<1, 32>>>(a, b);", false),
        ("float *a, *b; set(a, p); set(b, p); k<<<1, 32>>>(a, b);", true),
        ("Own o(p, q); o.run(p, p);", true),
        ("keep([](float *a, float *b) { k<<<1, 32>>>(a, b); });", true),
        ("auto f = [a = p, b = p] { k<<<1, 32>>>(a, b); }; f();", true),
        ("auto f = [a = p, b = q] { k<<<1, 32>>>(a, b); }; f();", false),
        ("Either u; u.a = p; k<<<1, 32>>>(u.a, u.b);", true),
        (
            "float *t[2] = {p, q}; int i = n % 2; k<<<1, 32>>>(t[i], t[1 - i]);",
            false,
        ),
        (
            "float *t[2] = {p, p}; int i = n % 2; k<<<1, 32>>>(t[i], t[1 - i]);",
            true,
        ),
        ("float *t[2] = {p, q}; k<<<1, 32>>>(t[n], t[0]);", true),
        (
            "float *t[2]; for (int i = 0; i < 2; i++) cudaMalloc(&t[i], n); k<<<1, 32>>>(t[0], t[1]);",
            false,
        ),
        // A loop may not run at all.
        (
            "float *s = q; for (int i = 0; i < n; i++) s = p; k<<<1, 32>>>(s, q);",
            true,
        ),
        (
            "float *s = q; for (int i = 0; i < n; i++) { s = p; k<<<1, 32>>>(s, q); }",
            false,
        ),
        (
            "float *s = q; for (int i = 0; i < 3; i++) s = p; k<<<1, 32>>>(s, q);",
            false,
        ),
        (
            "float *s = q; do { s = p; } while (n-- > 0); k<<<1, 32>>>(s, q);",
            false,
        ),
        (
            "std::vector<float> v(n); float *s = q; for (float x : v) s = p; k<<<1, 32>>>(s, q);",
            true,
        ),
        // Numbers go to and fro as the buffers do that they choose.
        (
            "float *t[2] = {p, q}; int a = 0, b = 1; for (int i = 0; i < n; i++) { int c = a; a = b; b = c; k<<<1, 32>>>(t[a], t[b]); }",
            false,
        ),
        (
            "float *t[2] = {p, q}; int a = 0, b = 1; for (int i = 0; i < n; i++) { a = b; b = a; k<<<1, 32>>>(t[a], t[b]); }",
            true,
        ),
        // What an exception leaves in the middle, and what its handler does.
        (
            "float *s = p; try { s = q; if (n > 2) throw 1; s = p; } catch (int) {} k<<<1, 32>>>(s, q);",
            true,
        ),
        (
            "float *s = p; try { set(p, p); } catch (...) { s = q; } k<<<1, 32>>>(s, q);",
            true,
        ),
        (
            "int m = 8; try { m = 0; if (rand()) throw 1; m = 8; } catch (int) {} k<<<1, 32>>>(p, p + m);",
            true,
        ),
        ("try { k<<<1, 32>>>(p, q); } catch (...) {}", false),
        // Others than the function that is named may run.
        ("Derived d; Base *b = &d; b->fix(p, q); k<<<1, 32>>>(p, q);", true),
        (
            "auto fix = &Setter::fix; Setter s; (s.*fix)(p, q); k<<<1, 32>>>(p, q);",
            true,
        ),
        (
            "std::vector<float *> v{p, q}; std::fill(v.begin(), v.end(), p); k<<<1, 32>>>(v[0], v[1]);",
            true,
        ),
        (
            "std::vector<float> v(n); std::fill(v.begin(), v.end(), 1.0f); k<<<1, 32>>>(p, q);",
            false,
        ),
        // Methods of plain structures change their members.
        ("Plain s = {p, q}; s.flip(); k<<<1, 32>>>(s.a, s.b);", false),
        ("Plain s = {p, q}; s.flip(); k<<<1, 32>>>(s.a, q);", true),
        ("Plain s = {p, q}; s.flip(); k<<<1, 32>>>(s.a, p);", false),
        (
            "Plain s = {p, q}; for (int i = 0; i < n; i++) { k<<<1, 32>>>(s.a, s.b); s.flip(); }",
            false,
        ),
        (
            "Plain s = {p, q}; for (int i = 0; i < n; i++) { k<<<1, 32>>>(s.a, s.b); s.slip(); }",
            true,
        ),
        (
            "Plain s = {p, q}, *r = &s; r->flip(); k<<<1, 32>>>(s.a, q);",
            true,
        ),
        ("Plain s = {p, q}, t = s; t.flip(); k<<<1, 32>>>(s.a, q);", false),
        ("Plain s = {p, q}; flip_both(s); k<<<1, 32>>>(s.a, q);", true),
        ("Plain s = {p, q}; s.give(q); k<<<1, 32>>>(s.a, s.b);", true),
        ("Plain s = {p, q}; s.give(p); k<<<1, 32>>>(s.a, s.b);", false),
        ("Loose s = {p, q}; s.by_pointer(); k<<<1, 32>>>(s.a, q);", true),
        ("Loose s = {p, q}; s.by_lambda(); k<<<1, 32>>>(s.a, q);", true),
        (&many_ways("k<<<1, 32>>>(p, q);"), false),
        (&many_ways("k<<<1, 32>>>(p, p);"), true),
        (&many_ways("k<<<1, 32>>>(p, c1);"), false),
        (
            &many_ways("float **a = rand() ? &p : &q; *a = c1; k<<<1, 32>>>(p, c1);"),
            true,
        ),
        (
            &many_ways("for (int i = 0; i < n; i++) std::swap(p, q); k<<<1, 32>>>(p, q);"),
            false,
        ),
        (
            &many_ways("for (int i = 0; i < n; i++) p = q; k<<<1, 32>>>(p, q);"),
            true,
        ),
    ] {
        let module = module(format!(
            "#include <algorithm>\n#include <cstdlib>\n#include <vector>\n__global__ void k(float *a, float *b) {{}}\n\
             struct Own {{ float *a, *b; Own(float *p, float *q) : a(p), b(q) {{}} void run(float *p, float *q) {{ k<<<1, 32>>>(p, q); }} }};\n\
             struct Pool {{ float *at; float *take(int n) {{ float *was = at; at += n; return was; }} }};\n\
             struct Plain {{ float *a, *b; void flip() {{ float *t = a; a = b; this->b = t; }} void slip() {{ a = b; b = a; }}\n\
             void give(float *x) {{ a = x; }} }};\n\
             struct Loose {{ float *a, *b; void by_pointer() {{ flip_of(this); }} void by_lambda() {{ auto f = [this] {{ a = b; }}; f(); }}\n\
             static void flip_of(Loose *s) {{ float *t = s->a; s->a = s->b; s->b = t; }} }};\n\
             struct Base {{ virtual void fix(float *&x, float *y) {{}} }};\n\
             struct Derived : Base {{ void fix(float *&x, float *y) override {{ x = y; }} }};\n\
             struct Setter {{ void fix(float *&x, float *y) {{ x = y; }} }};\n\
             void flip_both(Plain &s) {{ s.flip(); }}\n\
             union Either {{ float *a, *b; }};\ntemplate <class F> void keep(F f);\n\
             void set(float *&to, float *from) {{ to = from; }}\n\
             void f(float *p, float *q, int n) {{ {body} }}"
        ));
        let launches = &module.kernels[0].launches;
        let meets = |launch: &Launch| !launch.aliases.is_empty() || !launch.overlaps.is_empty();
        assert_eq!(launches.iter().any(meets), expected, "{body}");
    }
}

#[test]
fn members_and_captured_pointers_meet() {
    for (kernel, launch) in [
        (
            "void k(Two t, float *c) {}",
            "Two s; s.x = p; s.y = q; k<<<1, 32>>>(s, p);",
        ),
        ("void k(Two t, Two u) {}", "Two s = {p, q}; k<<<1, 32>>>(s, s);"),
    ] {
        let module = module(format!(
            "struct Two {{ float *x, *y; }};\n__global__ {kernel}\nvoid f(float *p, float *q) {{ {launch} }}"
        ));
        let kernel = &module.kernels[0];
        let names = |n: &u32| kernel.params[*n as usize].name.as_str();
        let group = kernel.launches[0].aliases[0].iter().map(names);
        assert!(group.collect::<Vec<_>>().contains(&"t.x"), "{launch}");
    }
}
