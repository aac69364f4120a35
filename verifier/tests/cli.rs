//! The command as a user meets it: what it prints and its exit status, in the files of `tests/cli`.

#[test]
fn the_command_behaves_as_its_transcripts_say() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}
