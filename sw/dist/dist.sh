#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What users get of a revision, in build/dist: a source archive with generated files (viewer,
# manual pages), the Debian package, the wheel and the source archive of weir-trace, the datasheet
# as PDF, an SBOM of each archive in SPDX, and the SHA-256 of all. All is built twice, in folders
# with other names and at other times, without a cache; a byte that differs is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD out=$PWD/build/dist
if [ -n "$(git status --porcelain -uno -- . ':!docs/evidence/release.md')" ]; then
  echo "dist: commit first, as a distribution is of a revision" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C CCACHE_DISABLE=1
revision=$(git rev-parse HEAD)
version=$(sed -n 's/^LIBWEIR_VERSION := //p; s/^LIBWEIR_CANDIDATE := \(.\)/-\1/p' \
  sw/libweir/libweir.mk | tr -d '\n')

build() { # tree: everything into tree/dist
  local tree=$1 name=weir-$version
  git clone -q --shared "$root" "$tree"
  cd "$tree"
  git checkout -q "$revision"
  mkdir build dist
  for installed in venv flows deps FUSESOC_IGNORE; do
    if [ -e "$root/build/$installed" ]; then
      ln -s "$(readlink -f "$root/build/$installed")" "build/$installed"
    fi
  done
  make -s deb man datasheet >log 2>&1 || { tail -20 log >&2; return 1; }
  cp build/deb/*.deb build/site/weir-datasheet.pdf dist
  mkdir "$name"
  git archive HEAD | tar -x -C "$name"
  mkdir "$name/generated"
  cp -r build/man build/view/viewer.html "$name/generated"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX -cf - "$name" | gzip -9n >"dist/$name.tar.gz"
  build/flows/bin/python -c "
from scikit_build_core import build
print(build.build_sdist('dist'), build.build_wheel('dist', {'build-dir': 'build/python'}))" \
    >log 2>&1 || { tail -20 log >&2; return 1; }
}
echo "dist: building"
(build "$folder/one")
echo "dist: building again, elsewhere"
(build "$folder/another-folder-with-a-longer-name")
diff -rq "$folder/one/dist" "$folder/another-folder-with-a-longer-name/dist" ||
  { echo "dist: the two differ" >&2; exit 1; }
rm -rf "$out"
mv "$folder/one/dist" "$out"
build/venv/bin/python sw/dist/sbom.py "$out"
(cd "$out" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
echo "1 passed, 0 failed"
