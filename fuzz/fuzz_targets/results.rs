//! Results files, as `diff`, `merge` and `--resume` read them.
#![no_main]

kverify_fuzz::reader_target!(kverify_tests::fuzz::texts::Reader::Results);
