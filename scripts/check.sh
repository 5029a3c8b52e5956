#!/bin/sh
# Everything that must hold: what tests need is there, types, lint and format, documents, all tests. `--long` runs the long form of
# tests that have one; other arguments are for vitest.
set -eu
cd "$(dirname -- "$0")/.."
# Each argument is taken from the front and, unless it is ours, put back at the end.
for argument do
  shift
  if [ "$argument" = --long ]; then
    ROLECALL_LONG_TESTS=1
    export ROLECALL_LONG_TESTS
  else
    set -- "$@" "$argument"
  fi
done
step() { printf '\n== %s\n' "$1"; }
step 'servers that tests use'
sh scripts/install-test-servers.sh
step 'types'
sh scripts/run.sh node_modules/typescript/bin/tsc
step 'lint and format'
sh scripts/run.sh node_modules/@biomejs/biome/bin/biome check --error-on-warnings .
step 'unused exports and packages'
sh scripts/run.sh node_modules/knip/bin/knip.js --no-progress
step 'generated documents'
sh scripts/run.sh scripts/generate-docs.ts --check
step 'tests'
sh scripts/run.sh node_modules/vitest/vitest.mjs run "$@"
