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
fn a_whole_program_has_no_ways_in() {
    let text = "__global__ void k() { }\nint main() { k<<<1, 1>>>(); }\n";
    assert!(ways_in(text, ["k"].into_iter()).is_empty());
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
        "static void run(int n) { }\nvoid f() { run(3); }",
    ] {
        assert!(uses(text, &run).is_empty(), "{text}");
    }
}

#[test]
fn names_in_macros_are_seen() {
    let run = names(&["run"]);
    assert!(in_macros("#define RUN(a) \\\n  run(a, 128)\n", &run));
    assert!(!in_macros("#define N 3 // run\nvoid f() { run(N); }\n", &run));
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
        for_others(text);
        ways_in(text, ["run", "é"].into_iter());
    }
}

#[test]
fn both_texts_are_one_program() {
    let text = "#define K_CU\n#define BLOCK 128\nint x; // #define NOT 1\n";
    let file = Source {
        path: "k.cu".into(),
        text: Some(text.to_owned()),
    };
    let defines = ["A=2".to_owned(), "B".to_owned()];
    let both = together(&file, Path::new("/src/app.cu"), &defines, &names(&["up"])).expect("a text");
    let expected = "#undef BLOCK\n#undef A\n#define A 2\n#undef B\n#define B 1\n#define up up_of_the_caller\n#include \"/src/app.cu\"\n";
    assert_eq!(both.path, file.path);
    assert_eq!(both.text, Some(format!("{text}\n{expected}")));
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
        "#include \"outer.h\"\nvoid own(int);\nint local = 3;\nvoid f() { g(local); }\n",
    );
    let beside = |path: &Path, name: &str| vec![path.with_file_name(name)];
    let read = with_includes(&app, &beside);
    assert_eq!(read.len(), 3);
    let asked = names(&["run", "own", "macro", "local", "none"]);
    assert_eq!(declared(&app, &read, &asked), names(&["run", "own", "macro"]));
    // What is too much to be read may declare anything.
    let all: String = (0..MOST_INCLUDES)
        .map(|n| format!("#include \"{n}.h\"\n"))
        .collect();
    (0..MOST_INCLUDES).for_each(|n| drop(write(&format!("{n}.h"), "int x;")));
    let whole = write("whole.cu", &all);
    assert_eq!(declared(&whole, &with_includes(&whole, &beside), &asked), asked);
    let fewer = write("fewer.cu", all.split_once('\n').expect("lines").1);
    assert_eq!(
        declared(&fewer, &with_includes(&fewer, &beside), &asked),
        names(&[])
    );
}
