use super::flags::{Complaint, Flags, Folder, Macro, filter, split};
use super::{CompileCommands, Found, NAME, find};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn filtered(command: &str) -> (Flags, Vec<Complaint>) {
    filter(&split(&format!("nvcc {command}")), Path::new("/project"))
}

#[test]
fn harmless_flags_are_kept() {
    let (flags, refused) = filtered(
        "-Iinc -I /abs -isystem=sys -isystem other -iquote q -DTILE=16 -D 'NAME=\"a b\"' -UOLD --define-macro=M \
         -std=c++20 -gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_70,code=[compute_70,sm_75] -c k.cu \
         -o k.o",
    );
    assert_eq!(refused, []);
    let folders: Vec<(Folder, &str)> = flags
        .folders
        .iter()
        .map(|(kind, path)| (*kind, path.to_str().expect("text")))
        .collect();
    assert_eq!(
        folders,
        [
            (Folder::Include, "/project/inc"),
            (Folder::Include, "/abs"),
            (Folder::System, "/project/sys"),
            (Folder::System, "/project/other"),
            (Folder::Quote, "/project/q"),
        ]
    );
    let defined = |text: &str| Macro::Define(text.to_owned());
    assert_eq!(
        flags.macros,
        [
            defined("TILE=16"),
            defined("NAME=\"a b\""),
            Macro::Undefine("OLD".to_owned()),
            defined("M"),
        ]
    );
    assert_eq!(flags.standard.as_deref(), Some("c++20"));
    assert_eq!(flags.cuda_arch, Some(70));
}

#[test]
fn what_could_load_or_run_code_is_refused() {
    for (flag, said) in [
        ("-fplugin=evil.so", "-fplugin=evil.so"),
        ("-fpass-plugin=evil.so", "-fpass-plugin=evil.so"),
        ("-load evil.so", "-load evil.so"),
        ("-Xclang -load -Xclang evil.so", "-Xclang -load"),
        ("-plugin evil", "-plugin evil"),
        ("@flags.txt", "@flags.txt"),
        ("-B evil", "-B evil"),
        ("-Bevil", "-Bevil"),
        ("-cc1 -load evil.so", "-cc1"),
        ("-cc1as", "-cc1as"),
        ("-wrapper evil,--arg", "-wrapper evil,--arg"),
        ("-mllvm -load=evil.so", "-mllvm -load=evil.so"),
        ("-specs=evil", "-specs=evil"),
        ("--config=evil.cfg", "--config=evil.cfg"),
        ("-resource-dir evil", "-resource-dir evil"),
        ("-fmodule-file=evil.pcm", "-fmodule-file=evil.pcm"),
        ("-include-pch evil.pch", "-include-pch evil.pch"),
        ("-ivfsoverlay evil.yaml", "-ivfsoverlay evil.yaml"),
        ("--options-file evil.txt", "--options-file evil.txt"),
        ("-Xarch_device -load", "-Xarch_device -load"),
    ] {
        let (flags, refused) = filtered(&format!("{flag} -DKEPT"));
        assert!(
            refused.contains(&Complaint::Refused(said.to_owned())),
            "{flag}: {refused:?}"
        );
        assert_eq!(flags.macros, [Macro::Define("KEPT".to_owned())], "{flag}");
        assert_eq!(flags.arguments(), ["-DKEPT"], "{flag}");
    }
}

#[test]
fn a_flag_at_the_end_without_its_value_is_left_out_and_said() {
    for flag in [
        "-I",
        "-D",
        "-U",
        "-isystem",
        "-include",
        "-std",
        "--define-macro",
        "-gencode",
    ] {
        let (flags, complaints) = filtered(&format!("-DKEPT k.cu {flag}"));
        assert_eq!(flags.arguments(), ["-DKEPT"], "{flag}");
        assert_eq!(complaints, [Complaint::WithoutValue(flag.to_owned())]);
    }
}

#[test]
fn a_refused_flag_cannot_hide_behind_a_harmless_one() {
    for words in [
        ["nvcc", "-D", "-fplugin=evil.so"],
        ["nvcc", "-U", "@evil"],
        ["nvcc", "-std", "-load"],
        ["nvcc", "-include", "-fplugin=evil.so"],
        ["nvcc", "-arch", "-fplugin=evil.so"],
    ] {
        let words = words.map(str::to_owned);
        let (flags, _) = filter(&words, Path::new("/project"));
        assert_eq!(flags.arguments(), [""; 0], "{words:?}");
    }
    // As a folder it is a folder.
    let (flags, _) = filtered("-I -fplugin=evil.so");
    assert_eq!(flags.arguments(), ["-I/project/-fplugin=evil.so"]);
}

#[test]
fn flags_for_other_programs_are_dropped_silently() {
    let (flags, refused) = filtered(
        "-Xcompiler -fPIC -Xcompiler=-Wall -Xptxas -v \
         -lineinfo -O3 -g -Wall -ccbin /usr/bin/g++ -x cu -MD -MF k.d --use_fast_math -std=c+ -cl-std=CLC++ -arch=native",
    );
    assert_eq!((flags, refused), (Flags::default(), Vec::new()));
}

#[test]
fn what_is_passed_on_implied_or_listed_counts() {
    let macros = |text: &str| -> Vec<String> {
        let (flags, _) = filtered(text);
        flags.arguments()
    };
    assert_eq!(macros("-Xcompiler -DA"), ["-DA"]);
    assert_eq!(macros("-Xcompiler=-Wall,-DB,-UC"), ["-DB", "-UC"]);
    assert_eq!(macros("--compiler-options \"-fPIC,-DA=1\""), ["-DA=1"]);
    assert_eq!(macros("-Xcompiler=-Xcompiler=-Xcompiler=-DA"), [""; 0]);
    assert_eq!(macros("-rdc=true -G"), ["-D__CUDACC_RDC__", "-D__CUDACC_DEBUG__"]);
    assert_eq!(
        macros("-gencode arch=compute_80,code=sm_80 -DA,B"),
        ["-DA", "-DB"]
    );
    assert_eq!(macros("-DF(x,y)=x"), ["-DF(x,y)=x"]);
    let words = ["g++", "-DA,B"].map(str::to_owned);
    assert_eq!(filter(&words, Path::new("/project")).0.arguments(), ["-DA,B"]);
}

#[test]
fn shell_quoting_is_undone() {
    assert_eq!(
        split(r#"a 'b c' "d \"e\" \n" f\ g "" 'h'"i""#),
        ["a", "b c", r#"d "e" \n"#, "f g", "", "hi"]
    );
    assert_eq!(split("  \t\n"), [""; 0]);
    assert_eq!(split("unclosed 'quote here"), ["unclosed", "quote here"]);
}

fn found(folder: &Path, database: &str, which: &CompileCommands) -> Found {
    fs::write(folder.join(NAME), database).expect("the folder is ours");
    find(&folder.join("src/k.cu"), which)
}

#[test]
fn databases_are_found_above_and_entries_by_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("src")).expect("the folder is ours");
    fs::write(root.join("src/k.cu"), "").expect("the folder is ours");
    fs::write(root.join("forced.h"), "").expect("the folder is ours");
    let arguments = r#"[{"directory": ".", "file": "other.cu", "command": "nvcc -DOTHER other.cu"},
        {"directory": "src", "file": "k.cu", "arguments": ["nvcc", "-DN=1", "-include", "../forced.h", "-include", "absent.h", "-fplugin=x.so", "k.cu"]}]"#;
    let all = found(root, arguments, &CompileCommands::Search);
    assert_eq!(all.flags.macros, [Macro::Define("N=1".to_owned())]);
    assert_eq!(all.flags.includes.len(), 1);
    assert!(all.messages[0].contains("`-fplugin=x.so`"), "{:?}", all.messages);
    let named = CompileCommands::File(root.join(NAME));
    assert_eq!(found(root, arguments, &named), all);
    assert_eq!(
        find(&root.join("src/k.cu"), &CompileCommands::None),
        Found::default()
    );

    let command = r#"[{"directory": "src", "file": "k.cu", "command": "nvcc '-DN=(1 + 2)' -I ../inc k.cu"}]"#;
    let one = found(root, command, &CompileCommands::Search);
    assert_eq!(one.flags.macros, [Macro::Define("N=(1 + 2)".to_owned())]);
    assert_eq!(one.flags.folders.len(), 1);

    // Nothing for the file: said only if the user named the database.
    assert_eq!(found(root, "[]", &CompileCommands::Search), Found::default());
    assert!(found(root, "[]", &named).messages[0].contains("has no entry"));
    assert!(
        found(root, "{\"a\": 1}", &CompileCommands::Search).messages[0].contains("is no compile database")
    );
    let missing = CompileCommands::File(root.join("absent.json"));
    assert_eq!(find(&root.join("src/k.cu"), &missing).messages.len(), 1);

    fs::remove_file(root.join(NAME)).expect("it is there");
    fs::create_dir(root.join("build")).expect("the folder is ours");
    fs::write(
        root.join("build").join(NAME),
        command.replace("\"src\"", "\"../src\""),
    )
    .expect("the folder is ours");
    let built = find(&root.join("src/k.cu"), &CompileCommands::Search);
    assert_eq!(built.flags.macros, one.flags.macros);
}

proptest! {
    #[test]
    fn nothing_but_known_kinds_comes_through(words in proptest::collection::vec("(-D|-I|-U|-isystem|-include|-std=|-Xclang|@|-fplugin=|-arch=)?[-a-zA-Z_=/.@]{0,8}", 0..8)) {
        let (flags, _) = filter(&words, Path::new("/project"));
        for argument in flags.arguments() {
            let known = ["-D", "-U", "-I/project", "-isystem/project", "-iquote/project"];
            // Folders may be absolute.
            let known = known.iter().any(|k| argument.starts_with(k)) || argument.starts_with("-I/") || argument.starts_with("-isystem/");
            prop_assert!(known, "{argument}");
        }
    }

    #[test]
    fn splitting_never_panics(text in ".{0,60}") {
        let _ = split(&text);
    }
}
