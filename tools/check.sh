#!/usr/bin/env bash
# Everything that must hold before a change is accepted: builds and runs all tests as released, then once more under
# the address and undefined-behaviour sanitizers. Ends non-zero at the first part that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)

# build_and_test PRESET: ctest's closing line ends what it prints.
build_and_test() {
  printf '\n== %s\n' "$1"
  cmake --preset "$1"
  cmake --build --preset "$1" -j "$jobs"
  ctest --preset "$1" -j "$jobs"
}

bash tools/setup.sh
build_and_test release
build_and_test asan
