#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the package in a new Debian, as a user would: apt takes what it depends on. There, a
# program of ten lines finds the library by pkg-config, and reads a trace that the command reads.
set -euo pipefail
deb=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
command -v debootstrap >/dev/null || {
  echo "regress-deb: NOT RUN. It needs debootstrap (apt-get install debootstrap)"
  exit 0
}
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' | head -1)
debootstrap --variant=minbase --no-check-gpg bookworm "$folder" "$mirror" >"$folder.log" 2>&1 ||
  { tail "$folder.log" >&2; exit 1; }
cp -r /etc/apt/. "$folder/etc/apt/"
cp /etc/resolv.conf /etc/hosts "$folder/etc/"
cp "$deb" "$folder/weir.deb"
sed -n '/```c/,/```/p' "$here/../../docs/guides/library.md" | sed '1d;$d' >"$folder/program.c"
cp "$here/../formats/vectors/flux/all_v6.recTr" "$folder/trace.recTr"
chroot "$folder" bash -euc '
  apt-get -q update
  DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install /weir.deb gcc \
    libc6-dev pkg-config
  weir --version
  gcc program.c $(pkg-config --cflags --libs weir) -o program
  ./program trace.recTr > events
  weir info trace.recTr
  test -s events
  test -e /usr/share/weir-driver/weir.svd
' >>"$folder.log" 2>&1 || { tail -30 "$folder.log" >&2; exit 1; }
rm -f "$folder.log"
echo "1 passed, 0 failed"
