use super::*;

fn parse(text: &str) -> Result<ProjectFile, ProjectError> {
    ProjectFile::parse(Path::new("kverify.toml"), Path::new("/project"), text)
}

fn project(text: &str, flags: Settings) -> Project {
    let mut project = Project {
        current: "/project/src".into(),
        ..Project::default()
    };
    project.files.insert("/project".into(), parse(text).expect(text));
    project.with(Options::default(), flags)
}

#[test]
fn later_sections_win_and_flags_win_over_all() {
    let text = "
        block = 128
        timeout = 5
        define = ['A']
        [severity]
        bank-conflict = 'warning'
        [[path]]
        match = ['src/old']
        block = [16, 16]
        lockstep = 32
        include = ['inc']
        define = ['B']
        [[path]]
        match = ['**/slow*.cu']
        timeout = 60
    ";
    let flags = Settings {
        lockstep: Some(2),
        define: vec!["C".to_owned()],
        ..Settings::default()
    };
    let project = project(text, flags);
    let plain = project.options(Path::new("a.cu"));
    assert_eq!(plain.project_facts.block, Some([128, 1, 1]));
    assert_eq!((plain.block, plain.timeout, plain.lockstep), (None, 5.0, 2));
    assert_eq!(plain.severities["bank-conflict"], crate::Severity::Warning);
    let old = project.options(Path::new("old/slow.cu"));
    assert_eq!(old.project_facts.block, Some([16, 16, 1]));
    assert_eq!((old.timeout, old.lockstep), (60.0, 2));
    assert_eq!(old.parse.defines, ["A", "B", "C"]);
    assert_eq!(old.parse.include_dirs, [PathBuf::from("/project/inc")]);
}

#[test]
fn excluded_files_are_known_by_folder_and_by_name() {
    let project = project("exclude = ['third_party', '**/*_gen.cu']", Settings::default());
    for (path, excluded) in [
        ("../third_party/deep/a.cu", true),
        ("x/a_gen.cu", true),
        ("a.cu", false),
        ("../third_party.cu", false),
    ] {
        assert_eq!(project.excludes(Path::new(path)), excluded, "{path}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, place, words) in [
        ("\nblok = 1", Some((2, 1)), "is it `block`?"),
        (
            "[[path]]\nmatch = ['a']\ntimeot = 3",
            Some((3, 1)),
            "is it `timeout`?",
        ),
        ("block = ", Some((1, 9)), ""),
        ("block = 0", None, "runs nothing"),
        ("assume = ['n ==']", None, "`assume`"),
        ("[severity]\ndata-rase = 'note'", None, "is it `data-race`?"),
        ("[[path]]\nblock = 1", None, "match"),
        ("match = ['a']", None, "[[path]]"),
        ("exclude = ['[']", None, "no glob"),
        ("timeout = -1.0", None, "timeout"),
        ("cuda-arch = 'ampere'", None, "sm_80"),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.to_string().contains(words), "{text}: {error}");
        if place.is_some() {
            assert_eq!(error.place, place, "{text}: {error}");
        }
    }
}

#[test]
fn the_published_schema_is_current_and_takes_what_is_taken() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/kverify-toml.schema.json");
    if std::env::var_os("KVERIFY_BLESS").is_some() {
        std::fs::write(&path, schema()).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        published,
        schema(),
        "run `cargo xtask bless` and look at what changed"
    );
    let schema = serde_json::from_str(&published).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    for (document, is_valid) in [
        (
            serde_json::json!({"block": [16, 16], "path": [{"match": ["a"], "timeout": 3}]}),
            true,
        ),
        (serde_json::json!({"blok": 16}), false),
        (serde_json::json!({"severity": {"data-race": "fatal"}}), false),
    ] {
        assert_eq!(validator.is_valid(&document), is_valid, "{document}");
    }
}
