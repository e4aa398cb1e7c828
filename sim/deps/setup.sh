#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs what building needs: Debian packages, build/venv, build/deps/freertos; and besides, by
# arguments, `flows`: what the
# documents' site and other people's flows need (build/flows); `fpga`: the tools for FPGAs
# (build/fpga); `cores`: cores that only campaigns use (build/cores). Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/deps
exec 9>build/deps/lock
flock 9

say() { echo "setup: $*"; }
die() { echo "setup: $*" >&2; exit 1; }

# ---- Debian packages: apt.txt
# ------------------------------------------------------------------------------------
missing_packages() {
  local package condition program
  while read -r package condition program; do
    case $package in '' | '#'*) continue ;; esac
    if [ "$condition" = unless ] && command -v "$program" >/dev/null; then continue; fi
    [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = 'ii ' ] || echo "$package"
  done <sim/deps/apt.txt
}

# One line that is written over on a terminal; elsewhere a line every tenth of the way. Reads apt's
# status messages.
progress() {
  local terminal=0
  [ -t 1 ] && terminal=1
  awk -F: -v terminal=$terminal '
    $1 != "dlstatus" && $1 != "pmstatus" { next }
    {
      step = ($1 == "dlstatus") ? "downloading" : "installing"
      line = sprintf("setup: %s %3d %%", step, $3)
      if (terminal) printf "\r%s", line
      else if (step != last || int($3 / 10) != tenth) print line
      last = step; tenth = int($3 / 10); fflush()
    }
    END { if (terminal && last) print "" }'
}

install_packages() {
  local root=() log=build/deps/apt.log
  command -v apt-get >/dev/null || die "no apt-get here; install these by hand: $*"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "run this as root, as sudo is missing: apt-get install --no-install-recommends $*"
    root=(sudo)
  fi
  say "$# Debian packages to install: $*"
  say "reading the package lists (log: $log)"
  "${root[@]}" apt-get -q update >"$log" 2>&1 || { tail -5 "$log" >&2; die "apt-get update failed"; }
  # The redirections are inside, since sudo closes what is open beyond stderr.
  "${root[@]}" bash -c 'DEBIAN_FRONTEND=noninteractive exec apt-get -q -y --no-install-recommends --no-remove \
      -o APT::Status-Fd=3 install "${@:2}" 3>&1 >>"$1" 2>&1 </dev/null' - "$log" "$@" | progress ||
    { tail -5 "$log" >&2; die "apt-get install failed"; }
}

if [ ! -e build/deps/apt.txt ] || ! cmp -s sim/deps/apt.txt build/deps/apt.txt; then
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
  cp sim/deps/apt.txt build/deps/apt.txt
fi

# ---- Python packages: requirements.txt, and flows.txt, whose packages want other versions of the
# same things ---------
python_packages() { # folder of the virtual environment, list
  if cmp -s "$2" "$1/${2##*/}"; then return; fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "python3 must be 3.11 or newer: $(python3 -V)"
  say "Python packages into $1"
  [ -x "$1/bin/pip" ] || python3 -m venv --clear "$1"
  PIP_CONSTRAINT=$PWD/sim/deps/constraints.txt "$1/bin/pip" --disable-pip-version-check install -r "$2" 2>&1 | tee build/deps/pip.log |
    awk '/^Collecting/ { print "setup:   " $2; fflush() }' || { tail -5 build/deps/pip.log >&2; die "pip install failed"; }
  cp "$2" "$1/${2##*/}"
}
python_packages build/venv sim/deps/requirements.txt
for more in "$@"; do python_packages "build/$more" "sim/deps/$more.txt"; done
touch build/FUSESOC_IGNORE # the cores in there are other people's

# ---- FreeRTOS kernel: freertos/Cargo.lock
# ------------------------------------------------------------------------
kernel=build/deps/freertos
if [ ! -e $kernel/tasks.c ] || ! cmp -s sim/deps/freertos/Cargo.lock build/deps/Cargo.lock; then
  say "FreeRTOS kernel sources by $(cargo --version)"
  manifest=(--locked --manifest-path sim/deps/freertos/Cargo.toml)
  cargo fetch "${manifest[@]}" 2>build/deps/cargo.log ||
    { tail -5 build/deps/cargo.log >&2; die "cargo fetch failed; 1.78 or newer is needed (Debian 12: package cargo-web)"; }
  folder=$(cargo metadata "${manifest[@]}" --offline --format-version 1 | build/venv/bin/python -c '
import json, os, sys
crate, = (p for p in json.load(sys.stdin)["packages"] if p["name"] == "freertos-next")
print(os.path.join(os.path.dirname(crate["manifest_path"]), "FreeRTOS-Kernel"))')
  [ -e "$folder/tasks.c" ] || die "$folder holds no FreeRTOS kernel"
  ln -sfn "$folder" $kernel
  cp sim/deps/freertos/Cargo.lock build/deps/Cargo.lock
fi

# ---- zlib and LZ4 for WebAssembly: wasm/Cargo.lock
# ------------------------------------------------------------------------
if [ ! -e build/deps/zlib/inflate.c ] || ! cmp -s sim/deps/wasm/Cargo.lock build/deps/wasm.lock; then
  say "sources of zlib and LZ4 by $(cargo --version)"
  manifest=(--locked --manifest-path sim/deps/wasm/Cargo.toml)
  cargo fetch "${manifest[@]}" 2>build/deps/cargo.log ||
    { tail -5 build/deps/cargo.log >&2; die "cargo fetch failed"; }
  read -r zlib lz4 < <(cargo metadata "${manifest[@]}" --offline --format-version 1 | python3 -c '
import json, os, sys
at = {p["name"]: os.path.dirname(p["manifest_path"]) for p in json.load(sys.stdin)["packages"]}
print(at["libz-sys"] + "/src/zlib", at["lz4-sys"] + "/liblz4/lib")')
  [ -e "$zlib/inflate.c" ] && [ -e "$lz4/lz4.c" ] || die "no sources of zlib and LZ4 in their crates"
  ln -sfn "$zlib" build/deps/zlib
  ln -sfn "$lz4" build/deps/lz4
  cp sim/deps/wasm/Cargo.lock build/deps/wasm.lock
fi
