//! Paths relative to the root of the source tree, for reports that other machines read.

use std::path::{Component, Path, PathBuf};

/// Where the run took place, and which folder its paths are told relative to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// The folder that relative paths start from.
    pub current: PathBuf,
    /// The root of the source tree.
    pub root: PathBuf,
}

impl Base {
    /// The root is the nearest folder around `current` that holds `.git`, or else `current`.
    pub fn around(current: &Path) -> Base {
        let repository = current.ancestors().find(|folder| folder.join(".git").exists());
        Base {
            current: current.to_path_buf(),
            root: repository.unwrap_or(current).to_path_buf(),
        }
    }

    /// The path relative to the root, with `/` between its parts; `None` if it lies elsewhere.
    pub fn relative(&self, path: &str) -> Option<String> {
        let path = cleaned(&self.current.join(path));
        let inside = path.strip_prefix(cleaned(&self.root)).ok()?;
        let parts: Vec<_> = inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        // A base that knows no folders keeps relative paths as they are, but nothing leads out of it.
        (!parts.is_empty() && path.components().next() != Some(Component::ParentDir)).then(|| parts.join("/"))
    }

    /// The address by which a page in `folder` refers to a file; both paths start from the current folder.
    pub fn link(&self, folder: &Path, file: &Path) -> String {
        let (from, to) = (
            cleaned(&self.current.join(folder)),
            cleaned(&self.current.join(file)),
        );
        let common = from
            .components()
            .zip(to.components())
            .take_while(|(a, b)| a == b)
            .count();
        let up = from.components().skip(common).map(|_| "..".to_owned());
        let down = to.components().skip(common);
        let down = down.map(|part| uri(&part.as_os_str().to_string_lossy()));
        up.chain(down).collect::<Vec<_>>().join("/")
    }

    /// The path from the root of the file system.
    pub fn absolute(&self, path: &str) -> PathBuf {
        cleaned(&self.current.join(path))
    }
}

/// Without `.` and `..`, by the letters of the path: links are not looked at.
pub fn cleaned(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            Component::ParentDir if clean.has_root() => {}
            part => clean.push(part),
        }
    }
    clean
}

/// A path or text as part of a URI: what is not unreserved (RFC 3986, section 2.3) or `/` is percent-encoded.
pub fn uri(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_relative_to_the_root() {
        let base = Base {
            current: "/home/me/project/src".into(),
            root: "/home/me/project".into(),
        };
        assert_eq!(base.relative("a.cu").as_deref(), Some("src/a.cu"));
        assert_eq!(base.relative("./x/../a.cu").as_deref(), Some("src/a.cu"));
        assert_eq!(base.relative("../lib/a.cu").as_deref(), Some("lib/a.cu"));
        assert_eq!(base.relative("/home/me/project/b.cu").as_deref(), Some("b.cu"));
        assert_eq!(base.relative("../../other.cu"), None);
        assert_eq!(base.relative("/tmp/a.cu"), None);
        assert_eq!(Base::default().relative("x/a.cu").as_deref(), Some("x/a.cu"));
        assert_eq!(Base::default().relative("../a.cu"), None);
    }

    #[test]
    fn pages_refer_to_files_beside_them_and_elsewhere() {
        let base = Base {
            current: "/home/me".into(),
            root: "/home/me".into(),
        };
        let link = |folder: &str, file: &str| base.link(Path::new(folder), Path::new(file));
        assert_eq!(link("", "time line.html"), "time%20line.html");
        assert_eq!(link("out", "out/t.html"), "t.html");
        assert_eq!(link("out/pages", "t.html"), "../../t.html");
        assert_eq!(link("/tmp", "t.html"), "../home/me/t.html");
    }

    #[test]
    fn uris_hold_only_what_uris_may_hold() {
        assert_eq!(uri("a b/ü#?.cu"), "a%20b/%C3%BC%23%3F.cu");
    }
}
