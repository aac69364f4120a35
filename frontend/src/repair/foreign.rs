//! Missing headers of other projects, and which names they may define.
//!
//! A library's macros begin as its name does (`boost/config.hpp`: `BOOST_...`), so that they meet nobody else's; that a project's own
//! `#ifdef CPU_ONLY` is decided by `<boost/shared_ptr.hpp>` is not to be expected. What a header is that stands in the project itself, or
//! that is there to configure, is not known.

use super::headers;
use crate::endings::HEADERS;
use std::path::Path;

/// How the names of headers end that a tool writes, of declarations alone.
const GENERATED: [&str; 2] = [".pb.h", "_generated.h"];
/// How words begin in the names of headers that are there to define names.
const CONFIGURES: [&str; 12] = [
    "config", "setting", "option", "defin", "defs", "feature", "version", "build", "macro", "platform",
    "common", "global",
];

/// Headers of libraries that stand in no folder.
const LIBRARIES: [&str; 18] = [
    "Python.h",
    "cblas.h",
    "curl.h",
    "fftw3.h",
    "fftw3-mpi.h",
    "hdf5.h",
    "hwloc.h",
    "jpeglib.h",
    "lapacke.h",
    "lmdb.h",
    "mkl.h",
    "numa.h",
    "papi.h",
    "png.h",
    "snappy.h",
    "sqlite3.h",
    "tiffio.h",
    "zlib.h",
];

/// A header of another project.
pub(super) struct Foreign<'m> {
    /// As it is included.
    header: &'m str,
}

impl<'m> Foreign<'m> {
    /// That a missing header is one, as `message` names it; the source is `path`.
    pub fn of(message: &'m str, path: &str) -> Option<Foreign<'m>> {
        let header = message.split('\'').nth(1)?;
        if LIBRARIES.contains(&header) {
            return Some(Foreign { header });
        }
        let (folder, file) = header.rsplit_once('/')?;
        let (stem, ending) = file.rsplit_once('.')?;
        let is_generated = GENERATED.iter().any(|ending| file.ends_with(ending));
        let stem = stem.to_ascii_lowercase();
        let mut words = stem.split(['_', '-', '.']);
        let configures = words.any(|word| CONFIGURES.iter().any(|begin| word.starts_with(begin)));
        let first = folder.split('/').next().unwrap_or(folder);
        let is_own = || first == ".." || first == "." || headers::has_folder(Path::new(path), first);
        let is_one = HEADERS.contains(&ending) && (is_generated || !configures && !is_own());
        is_one.then_some(Foreign { header })
    }

    /// Whether it may define a name.
    pub fn may_define(&self, name: &str) -> bool {
        let name = name.to_ascii_uppercase();
        let parts = self.header.split(['/', '.', '_', '-']);
        let mut parts = parts.filter(|part| part.len() > 1 && !HEADERS.contains(part));
        parts.any(|part| name.contains(&part.to_ascii_uppercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_defines_what_has_its_name() {
        let of = |header: &str, name: &str| {
            let text = format!("'{header}' file not found");
            Foreign::of(&text, "/nowhere/k.cu").map(|header| header.may_define(name))
        };
        assert_eq!(of("boost/shared_ptr.hpp", "CPU_ONLY"), Some(false));
        assert_eq!(of("boost/shared_ptr.hpp", "BOOST_MSVC"), Some(true));
        assert_eq!(of("caffe/proto/caffe.pb.h", "USE_OPENCV"), Some(false));
        assert_eq!(of("cblas.h", "CPU_ONLY"), Some(false));
        // What configures, what is no header, and what may be the project's own says anything.
        assert_eq!(of("lib/config.h", "WIDE"), None);
        assert_eq!(of("lib/exchange.inc", "WIDE"), None);
        assert_eq!(of("exchange.h", "WIDE"), None);
        assert_eq!(of("../lib/exchange.h", "WIDE"), None);
    }
}
