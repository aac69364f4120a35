//! What a library needs is not looked for in the folder that the user stands in.
//!
//! The wheel of libclang on PyPI names `$ORIGIN/../lib:` as the path of what it needs, and to the dynamic loader the empty part behind
//! the colon is the current folder (ld.so(8)): a checkout with a `librt.so.1` in it would run its code in every kverify. What is
//! loaded already is not looked for: what such a library needs is loaded by name first, from where the system has it.

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::{FileHeader as _, SectionHeader as _};
use object::{Endianness, ReadCache};
use std::fs::File;
use std::path::Path;

/// Loads what the library at a path needs, if it would be looked for in the current folder.
///
/// # Errors
/// Something of it cannot be had, or the file is no library.
pub(super) fn load_first(library: &Path) -> Result<(), String> {
    let of_file = |error: String| format!("{}: {error}", library.display());
    let file = File::open(library).map_err(|error| of_file(error.to_string()))?;
    let (needed, paths) = dynamic(file).map_err(|error| of_file(error.to_string()))?;
    if !paths.iter().any(|path| is_relative(path)) {
        return Ok(());
    }
    for name in needed {
        // SAFETY: these are the system's libraries, which run nothing but their own start.
        let loaded = unsafe { libloading::os::unix::Library::new(&name) };
        // For as long as the process lives: libclang stays as well.
        std::mem::forget(loaded.map_err(|error| of_file(error.to_string()))?);
    }
    Ok(())
}

/// The names of what a library needs, and the paths that it names for them.
fn dynamic(file: File) -> object::Result<(Vec<String>, Vec<String>)> {
    let data = ReadCache::new(file);
    let header = FileHeader64::<Endianness>::parse(&data)?;
    let endian = header.endian()?;
    let (mut needed, mut paths) = (Vec::new(), Vec::new());
    let sections = header.sections(endian, &data)?;
    for section in sections.iter() {
        let Some(table) = section.dynamic_table(endian, &data, &sections)? else {
            continue;
        };
        for entry in &table {
            let all = match entry.tag {
                DT_NEEDED => &mut needed,
                DT_RPATH | DT_RUNPATH => &mut paths,
                _ => continue,
            };
            all.push(String::from_utf8_lossy(table.string(entry)?).into_owned());
        }
    }
    Ok((needed, paths))
}

/// Whether a part of a search path hangs on the current folder.
fn is_relative(path: &str) -> bool {
    path.split(':').any(|part| {
        !["/", "$ORIGIN", "${ORIGIN}"]
            .iter()
            .any(|start| part.starts_with(start))
    })
}

#[cfg(test)]
mod tests {
    use super::is_relative;

    #[test]
    fn empty_parts_are_the_current_folder() {
        for path in ["$ORIGIN/../lib:", "", ":/usr/lib", "/usr/lib::/lib", "lib"] {
            assert!(is_relative(path), "{path}");
        }
        for path in ["$ORIGIN/../lib", "/usr/lib:${ORIGIN}"] {
            assert!(!is_relative(path), "{path}");
        }
    }
}
