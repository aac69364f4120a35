#!/bin/sh
# kverify for pre-commit without an installation: built once from this copy of the repository, then run from it.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
installed=$here/target/hook
if ! test -x "$installed/bin/kverify"; then
    if ! command -v cargo >/dev/null; then
        echo "kverify cannot be built: there is no cargo (https://rustup.rs); or install kverify and use the hook 'kverify'" >&2
        exit 2
    fi
    echo "building kverify once; this takes minutes" >&2
    # Hooks run with git's variables set, which would point the build's own git calls at the wrong repository.
    (
        unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE GIT_PREFIX
        cd "$here"
        cargo xtask install --root "$installed"
    ) >&2
fi
exec "$installed/bin/kverify" "$@"
