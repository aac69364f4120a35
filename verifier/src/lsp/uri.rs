//! Between the protocol's addresses and paths.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use url::Url;

/// The path that an address names, if it names a file.
pub fn to_path(uri: &Uri) -> Option<PathBuf> {
    let url = Url::parse(uri.as_str()).ok()?;
    (url.scheme() == "file")
        .then(|| url.to_file_path().ok())
        .flatten()
}

/// The address of a path, which is taken relative to the working folder if it is not absolute.
pub fn of_path(path: &Path) -> Option<Uri> {
    let absolute = std::path::absolute(path).ok()?;
    Uri::from_str(Url::from_file_path(absolute).ok()?.as_str()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for path in ["/a/b.cu", "/with space/\u{e4}.cl", "/percent%20/#x.cu"] {
            let uri = of_path(Path::new(path)).expect(path);
            assert_eq!(to_path(&uri), Some(PathBuf::from(path)), "{}", uri.as_str());
        }
        let untitled = Uri::from_str("untitled:Untitled-1").expect("an address");
        assert_eq!(to_path(&untitled), None);
    }
}
