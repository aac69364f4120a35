use super::*;

fn programs(source: &str) -> Vec<Program> {
    read(source).programs
}

fn only(source: &str) -> Program {
    let mut all = programs(source);
    assert_eq!(all.len(), 1, "{:?}", read(source));
    all.remove(0)
}

fn gaps(source: &str) -> Vec<String> {
    read(source).gaps.into_iter().map(|gap| gap.reason).collect()
}

/// The file's text where a piece of the program stands.
fn stands(source: &str, program: &Program, piece: &str, length: usize) -> String {
    let at = program.text.as_str().find(piece).expect("it is there");
    let place = program.text.place(at).expect("a place");
    source[place..place + length].to_owned()
}

#[test]
fn escapes_mean_what_python_says() {
    let source = r##"import cupy
k = cupy.RawKernel("__global__ void\tk(\"\x41\101\u0042\") {\n \q \\ }", "k")"##;
    let program = only(source);
    let text = program.text.as_str().trim();
    assert_eq!(text, "__global__ void\tk(\"AAB\") {\n \\q \\ }");
    assert_eq!(stands(source, &program, "{\n", 3), r"{\n");
    assert_eq!(stands(source, &program, "AAB", 4), r"\x41");
    assert_eq!(stands(source, &program, "B\")", 6), r"\u0042");
}

#[test]
fn lines_end_in_one_way_and_a_mark_of_the_byte_order_is_none() {
    let source = "\u{feff}import cupy\r\nk = cupy.RawKernel('''\r\n__global__ void k() {\\\r\n int i; }\r\n''', 'k')\r\n";
    let program = only(source);
    let text = program.text.as_str();
    assert!(text.contains("\n__global__ void k() { int i; }\n"), "{text:?}");
    assert_eq!(stands(source, &program, "__global__", 10), "__global__");
    assert_eq!(stands(source, &program, "int i", 5), "int i");
    // Lines are those of the file, too.
    let line = text[..text.find("__global__").expect("there")]
        .matches('\n')
        .count();
    assert_eq!(line, 2);
}

#[test]
fn holes_are_filled_where_they_stand() {
    let source =
        "import cupy\nN = 2 ** 5 - 1\nk = cupy.RawKernel(f'__global__ void k() {{ int a[{N}]; }}', 'k')\n";
    let program = only(source);
    assert!(program.text.as_str().contains("{ int a[31]; }"));
    assert_eq!(stands(source, &program, "31", 3), "{N}");
    for (hole, why) in [
        ("{N:04}", "printed"),
        ("{N!r}", "printed"),
        ("{N=}", "printed"),
        ("{M}", "elsewhere"),
    ] {
        let other = source.replace("{N}", hole);
        assert!(
            gaps(&other).iter().any(|gap| gap.contains(why)),
            "{hole}: {:?}",
            read(&other)
        );
        assert!(programs(&other).is_empty());
    }
}

#[test]
fn files_that_are_compiled_are_programs_of_their_own() {
    let source = "from torch.utils import cpp_extension as ext\nparts = ['a.cpp', 'k/a.cu', 'b.cu']\n\
                  m = ext.load('m', parts, extra_cuda_cflags=['-DN=4', '-O3'])\n";
    let all = programs(source);
    let texts: Vec<&str> = all.iter().map(|program| program.text.as_str().trim()).collect();
    assert_eq!(texts, ["#include \"k/a.cu\"", "#include \"b.cu\""]);
    assert_eq!(all[0].options, ["-DN=4"]);
    let named = all[0].names.clone().expect("a name");
    assert_eq!((named.path.as_str(), &source[named.at]), ("k/a.cu", "k/a.cu"));
    // Beside a file that is nowhere there are none.
    let missing = read(source).with_files_beside(Path::new("no/such/folder/model.py"));
    assert!(missing.programs.is_empty());
    assert_eq!(missing.gaps.len(), 2);
    let unknown = source.replace("'b.cu'", "SOURCES");
    assert!(gaps(&unknown)[0].contains("SOURCES"), "{:?}", read(&unknown));
    for other in [
        "torch.load('a.cu')",
        "json.load('m', ['a.cu'])",
        "torch.hub.load('m', 'a.cu')",
    ] {
        let source = format!("import torch, json\nfrom torch.utils import cpp_extension\nm = {other}\n");
        assert!(
            programs(&source).is_empty() && gaps(&source).is_empty(),
            "{other}"
        );
    }
}

#[test]
fn values_that_are_not_known_are_said() {
    let call = |text: &str| format!("import cupy, sys\n{text}\nk = cupy.RawKernel(s, 'k')\n");
    for text in [
        "from a import s",
        "s = sys.argv[1]",
        "s = '__global__ void k() {}' + input()",
        "s = '__global__ void %c() {}' % 'k'",
        "s = '__global__ void {}() {{}}'.format()",
        "s = 'x'\ndel s",
        "s = 'x'\nwith open('k') as s: pass",
        "s = ['x']\ns.append(sys.argv[1])",
        "s = 'x'\nfor i in range(3): s += 'y'",
        "def s(): pass",
        "s = s2 = s",
        "s = {'a': 1}['a']",
        "s = b'x' if sys else 3",
        "s = '\\N{BULLET}'",
        "s = 1.50\ns = f'{s}'",
        "s = [t for t in sys.argv]",
        "exec('s = 1')\ns = 'x'",
        "s = 'x'\nfrom a import *",
        "match sys.argv:\n    case [s]: pass",
    ] {
        let source = call(text);
        let contents = read(&source);
        let is_said = contents.gaps.iter().any(|gap| gap.name == "RawKernel");
        assert!(is_said, "{source}\n{contents:?}");
        assert!(
            contents.programs.iter().all(|p| !p.doubts.is_empty()),
            "{source}\n{contents:?}"
        );
    }
}

#[test]
fn definitions_and_instantiations_are_taken_over() {
    let source = "import cupy\nk = cupy.RawModule(code='__global__ void k() {}', options=('-O3', '-D', 'A=1', '-DB -UC'), name_expressions=['k<int>', 'l'])\n";
    let program = only(source);
    assert_eq!(program.options, ["-DA=1", "-DB", "-UC"]);
    assert_eq!(program.instantiate, ["k<int>"]);
    let unclear = source.replace("'-O3'", "FLAG");
    assert_eq!(only(&unclear).doubts.len(), 1);
    let later = "import pyopencl as cl\np = cl.Program(None, '__kernel void k() {}')\np.build('-DA')\np.build('-DB')\n";
    assert_eq!(only(later).doubts.len(), 1);
}

#[test]
fn hostile_files_end() {
    let mut doubling = "import cupy\ns0 = '__global__ void k() {}' * 64\n".to_owned();
    for n in 0..40 {
        doubling += &format!("s{} = s{n} + s{n}\n", n + 1);
    }
    doubling += "k = cupy.RawKernel(s40, 'k')\n";
    assert_eq!(gaps(&doubling).len(), 1);
    let deep = format!(
        "import cupy\nk = cupy.RawKernel({}'x'{}, 'k')\n",
        "(".repeat(900),
        ")".repeat(900)
    );
    let _ = read(&deep);
    let wide = format!(
        "import cupy\nk = cupy.RawKernel({}, 'k')\n",
        vec!["'x'"; 900].join(" + ")
    );
    assert_eq!(only(&wide).text.as_str().trim().len(), 900);
}

proptest::proptest! {
    #[test]
    fn nothing_panics(text in "(import cupy\n|RawKernel|load_inline|s = |s|'''|'|\"|f'|\\{|\\}|\\\\|\\\\x4|\\(|\\)|,|\n|\r\n| |é|__global__ void k\\(\\)|%|\\+|\\[|\\]|for |def |:){0,40}") {
        let contents = read(&text);
        for program in contents.programs {
            let length = program.text.as_str().len();
            for at in 0..length {
                proptest::prop_assert!(program.text.place(at).is_some_and(|place| place <= text.len()));
            }
        }
    }
}

/// A loader that no word stands for would be looked for in no file.
#[test]
fn every_loader_is_looked_for() {
    let said = |module: &str, name: &str| may_hold_kernels(&format!("from {module} import {name}"));
    for loader in &loaders::LOADERS {
        let of_modules = loader.modules.iter().all(|module| said(module, loader.name));
        let by_modules = !loader.modules.is_empty() && of_modules;
        assert!(by_modules || said("", loader.name), "{}", loader.name);
    }
    for (module, name, _) in loaders::OTHERS {
        assert!(said(module, name), "{module}.{name}");
    }
}
