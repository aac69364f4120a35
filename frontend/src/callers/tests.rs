use super::*;

fn names(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn functions_that_lead_to_a_launch_are_ways_in() {
    let text = "namespace app {\n__global__ void k(float *a) { a[0] = 1; }\n__device__ void d() { k; }\n\
                static int up(int n) { return n / 2; }\nvoid run(float *a, int n) {\n  if (n) { k<<<up(n), n>>>(a); }\n}\n}\n\
                struct Op { void go(float *a) { app::run(a, 4); } };\nvoid other() { up(3); } // run\n";
    let all = ways_in(text, ["k"].into_iter());
    assert_eq!(all["k"], names(&["k", "run", "go"]));
}

#[test]
fn nobody_calls_main() {
    let text = "__global__ void k() { }\nvoid run() { k<<<1, 1>>>(); }\nint main() { run(); }\n";
    let all = ways_in(text, ["k"].into_iter());
    assert_eq!(all["k"], names(&["k", "run"]));
}

#[test]
fn uses_are_told_from_declarations() {
    let run = names(&["run"]);
    for text in [
        "int main() { run(a, 4); }",
        "void f() { return run(a); }",
        "auto p = &run;",
        "void f() { if (x) run<float>(a); else run(b); }",
        "void f() { run<<<1, 2>>>(a); }",
        "X x{run};",
        "void f() { y = x * run(3); }",
        "void run(float *a);\nvoid f() { run(a); }",
        "void f() { ru\\\nn(a); }",
        "const char *s = R\"x(\" /* )x\"; void f() { run(a); }",
        "void Engine::run() { ::run(a, 64); }",
        "void f() { run(a); }\nint runs(int x) { return x; }",
    ] {
        assert!(!uses(text, &run).is_empty(), "{text}");
    }
    for text in [
        "void run(float *a, int n);",
        "extern \"C\" float *run(int n);\n",
        "__global__ void run(int *a);",
        "std::vector<int> run(int n);",
        "// run(a)\nconst char *s = \"run(a)\";",
        "void f() { running(a); }",
    ] {
        assert!(uses(text, &run).is_empty(), "{text}");
    }
}

#[test]
fn attributes_stand_between_types_and_names() {
    let known = names(&["k"]);
    for text in [
        "__global__ void __cluster_dims__(2, 1, 1) k(int *a) {}",
        "__global__ void __launch_bounds__(256) __cluster_dims__((2), 1) k(int *a);",
    ] {
        assert!(uses_of_others(text, &known).is_empty(), "{text}");
    }
    for text in [
        "void f(int *a) { __syncthreads(); k(a); }",
        "void f(int *a) { if (g(1)) k(a); }",
        ")k(a);",
    ] {
        assert!(!uses_of_others(text, &known).is_empty(), "{text}");
    }
}

#[test]
fn macros_lead_to_what_they_name_or_paste() {
    let run = || names(&["run_all"]);
    let leads = |text: &str| with_macros(&[text.to_owned()], run());
    for (text, name) in [
        ("#define RUN(a) \\\n  run_all(a, 128)\n", "RUN"),
        ("#define RUN(what) run_##what(a)\n", "RUN"),
        ("#define RUN(what) what ## _all(a)\n", "RUN"),
        (
            "#define INNER(what) run_##what(a)\n#define OUTER(x) INNER(x)\n",
            "OUTER",
        ),
    ] {
        assert!(leads(text).contains(name), "{text}");
    }
    for text in [
        "#define N 3 // run_all\nvoid f() { run_all(N); }\n",
        "#define JOIN(a, b) a##b\n",
        "#define RUN(what) walk_##what(a)\n",
    ] {
        assert_eq!(leads(text), run(), "{text}");
    }
}

#[test]
fn names_in_literals_are_looked_up() {
    let run = names(&["run"]);
    assert!(!looks_up("auto p = dlsym(h, \"run\");", &run).is_empty());
    assert!(!looks_up("void go() __attribute__((alias(\"_Z3runPf\")));", &run).is_empty());
    assert!(looks_up("puts(\"run\");", &run).is_empty());
    assert!(looks_up("auto p = dlsym(h, \"walk\"); run();", &run).is_empty());
    assert!(looks_up("auto p = dlsym(h, \"prune\");", &run).is_empty());
    let r = names(&["r"]);
    assert!(looks_up("asm(\"mov.u32 %0, %1;\" : \"=r\"(a) : \"r\" (b));", &r).is_empty());
    assert!(!looks_up("auto p = dlsym(h, \"r\");", &r).is_empty());
    assert!(!looks_up("asm(\"call _Z1rPf;\");", &r).is_empty());
}

#[test]
fn variables_of_a_file_are_seen() {
    let text = "#define X 1\nint n = 3, m;\nstatic float *p;\nnamespace a { int q[4]; }\nvoid f() { int local = 2; }\nextern int e;\n";
    let found = variables(text);
    for name in ["n", "m", "p", "q", "e"] {
        assert!(found.contains(name), "{name} in {found:?}");
    }
    assert!(!found.contains("local") && !found.contains("X"));
}

#[test]
fn any_text_is_survived() {
    let run = names(&["run"]);
    for text in [
        "é(){",
        "int é run(",
        "é*run(",
        "{é",
        "#é",
        "run",
        "*run(",
        "…{run(){",
        "}é;run(",
        "é>run(",
    ] {
        uses(text, &run);
        for_others(text, false);
        variables(text);
        looks_up(text, &run);
        ways_in(text, ["run", "é"].into_iter());
    }
}

#[test]
fn callers_mean_what_they_can_see() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    write("inner.h", "#include \"app.cu\"\nDECLARE(macro)\n");
    write("outer.h", "#include <inner.h>\nvoid run(float *a);\n");
    let app = write(
        "app.cu",
        "#include \"outer.h\"\nvoid own(int);\nvoid local(int) { }\nvoid f() { local(3); }\n",
    );
    let beside = |path: &Path, name: &str| vec![path.with_file_name(name)];
    let read = with_includes(&app, &[], &beside);
    assert_eq!(read.len(), 3);
    let asked = names(&["run", "own", "macro", "local", "none"]);
    assert_eq!(declared(&app, &read, &asked), names(&["run", "own", "macro"]));
    // What is not found or too much to be read may declare anything.
    for line in ["#include \"lost.h\"\n", "#include HEADER\n"] {
        let lost = write("lost.cu", line);
        assert_eq!(
            declared(&lost, &with_includes(&lost, &[], &beside), &asked),
            asked
        );
    }
    let system = write("system.cu", "#include <lost>\n");
    assert_eq!(
        declared(&system, &with_includes(&system, &[], &beside), &asked),
        names(&[])
    );
    let all: String = (0..MOST_INCLUDES)
        .map(|n| format!("#include \"{n}.h\"\n"))
        .collect();
    (0..MOST_INCLUDES).for_each(|n| drop(write(&format!("{n}.h"), "int x;")));
    let whole = write("whole.cu", &all);
    assert_eq!(
        declared(&whole, &with_includes(&whole, &[], &beside), &asked),
        asked
    );
    let fewer = write("fewer.cu", all.split_once('\n').expect("lines").1);
    assert_eq!(
        declared(&fewer, &with_includes(&fewer, &[], &beside), &asked),
        names(&[])
    );
}
