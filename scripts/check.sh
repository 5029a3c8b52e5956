#!/bin/sh
# Runs every check: servers that tests need, types, lint and format, unused exports, documents, all tests. `--long` runs the long
# form of tests that have one. Other arguments are passed to vitest.
set -eu
cd "$(dirname -- "$0")/.."
# Removes `--long` from the arguments: each argument is taken from the front, and all others are appended again.
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
if [ "${ROLECALL_LONG_TESTS:-}" = 1 ]; then
  sh scripts/install-test-servers.sh --saml-jackson --chdb
else
  sh scripts/install-test-servers.sh
fi
step 'types'
sh scripts/run.sh node_modules/typescript/bin/tsc
sh scripts/run.sh node_modules/typescript/bin/tsc --project src/console
sh scripts/run.sh node_modules/typescript/bin/tsc --project test/console
step 'lint and format'
sh scripts/run.sh node_modules/@biomejs/biome/bin/biome check --error-on-warnings .
step 'unused exports and packages'
sh scripts/run.sh node_modules/knip/bin/knip.js --no-progress
step 'generated documents'
sh scripts/run.sh scripts/generate-docs.ts --check
step 'console'
sh scripts/run.sh scripts/build-console.ts --if-old
step 'tests'
sh scripts/run.sh node_modules/vitest/vitest.mjs run "$@"
