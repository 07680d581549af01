#!/usr/bin/env bash
# Installs what building and testing needs on Debian 12 (and close kin): only packages that are missing, with sudo if
# you are not root. Says what it does; does nothing when nothing is missing.
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config   # to build: C++20 compiler, CMake 3.25, Ninja
  libfmt-dev libexpected-dev         # core: text, errors as values
  libxxhash-dev libzstd-dev          # tables: checksums, compression
  libhwy-dev                         # the solver: vector registers
  libcli11-dev nlohmann-json3-dev    # the program: command line, JSON
  libgtest-dev libgmock-dev          # tests
  libbenchmark-dev                   # benchmarks
  python3-dev pybind11-dev python3-numpy  # the Python package
  python3-pytest python3-mypy        # its tests
)

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: this is no Debian system; install the likes of these yourself: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "setup: every package needed is there"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: these packages are missing, and there is no sudo to install them with: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
