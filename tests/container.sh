#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the instructions of the Containerfile in a new Debian, in a chroot, as there may be no
# builder of containers here; then `make check`, or other words, on the committed tree, as the
# file's first lines say. Needs root and debootstrap. An hour, 10 GB.
set -euo pipefail
cd "$(dirname "$0")/.."
command=${*:-make check}
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo "regress-container: NOT RUN. It needs root and debootstrap"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
root=$folder/root
fail() { tail -30 "$folder/log" >&2; exit 1; }

echo "container: a new Debian"
mirror=$(apt-get indextargets --format '$(REPO_URI)' | head -1)
debootstrap --variant=minbase --no-check-gpg bookworm "$root" "$mirror" >"$folder/log" 2>&1 || fail
# How this machine reaches packages: lists, names, certificates.
rm "$root/etc/apt/sources.list"
for setting in /etc/apt/. /etc/hosts /etc/resolv.conf /usr/local/share/ca-certificates/.; do
  mkdir -p "$root$(dirname "$setting")"
  cp -r "$setting" "$root$setting"
done
git clone -q --no-local "$PWD" "$root/context" # with its history, which tests read

# The instructions as a script: each line is run by sh, as a builder does.
{
  echo "set -eu; mount -t proc proc /proc"
  sed -e '/^#/d' -e ':a;/\\$/{N;s/\\\n//;ba}' Containerfile | while read -r word rest; do
    case $word in
      '') ;;
      FROM) [ "$rest" = docker.io/library/debian:12 ] || { echo "echo 'FROM $rest?'; exit 1"; } ;;
      WORKDIR) echo "mkdir -p '$rest'; cd '$rest'" ;;
      COPY) set -- $rest && echo "mkdir -p '$2'; cp -r '/context/$1/.' '$2'" ;;
      RUN) printf 'echo "container: RUN %.40s..."\n/bin/sh -c %q\n' "$rest" "$rest" ;;
      *) echo "echo 'container: unknown instruction $word'; exit 1" ;;
    esac
  done
  echo "cp -r /context/. ."
  printf 'echo %q\n%s\n' "container: $command" "$command"
} >"$root/instructions.sh"
unshare -m -p -f chroot "$root" \
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  bash /instructions.sh >"$folder/out" 2>&1 &
tail -n +1 -f --pid=$! "$folder/out" | tee -a "$folder/log" |
  grep -E --line-buffered '^(setup|container)|passed|failed|[Ee]rror' || true
wait $! || fail
echo "1 passed, 0 failed"
