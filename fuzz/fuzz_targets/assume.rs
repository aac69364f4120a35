//! What `--assume` and comments may say.
#![no_main]

kverify_fuzz::reader_target!(kverify_tests::fuzz::texts::Reader::Assume);
