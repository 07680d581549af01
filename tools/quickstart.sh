#!/usr/bin/env bash
# From a fresh clone to the first solved endings: installs what is missing, builds, generates and proves the smallest
# endings into ./tables (or the folder given), and asks them about a position.
#   bash tools/quickstart.sh [TABLES]
set -euo pipefail

tables=$(realpath -m "${1:-tables}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }
run() {
  local word line="$ jetan"
  for word in "$@"; do
    case $word in *' '*) line+=" \"$word\"" ;; *) line+=" $word" ;; esac
  done
  echo "$line"
  "$jetan" "$@" --tables "$tables"
}

say "What building needs"
bash tools/setup.sh

say "Building"
cmake --preset release
cmake --build --preset release --target jetan
jetan=$PWD/build/release/tools/jetan

say "Solving Chief and Princess against the bare Princess, and against Chief and Princess"
run gen CRvR CRvCR

say "Proving the tables"
run verify

say "Asking them: a win as hard as any, with the escapes spent"
run probe "10/3r6/10/10/10/3C6/10/10/10/3cR5 b" --line

printf '\nThe program is build/release/tools/jetan, the tables are in %s; build/release/tools/jetan --help shows more.\n' "$tables"
