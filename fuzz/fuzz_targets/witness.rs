//! Witness files.
#![no_main]

kverify_fuzz::reader_target!(kverify_tests::fuzz::texts::Reader::Witness);
