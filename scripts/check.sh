#!/bin/sh
# Runs all checks: test servers, types, lint and format, generated documents, all tests.
set -eu
cd "$(dirname -- "$0")/.."
step() { printf '\n== %s\n' "$1"; }
step 'servers that tests use'
sh scripts/install-test-servers.sh
step 'types'
sh scripts/run.sh node_modules/typescript/bin/tsc
step 'lint and format'
sh scripts/run.sh node_modules/@biomejs/biome/bin/biome check --error-on-warnings .
step 'generated documents'
sh scripts/run.sh scripts/generate-docs.ts --check
step 'tests'
sh scripts/run.sh node_modules/vitest/vitest.mjs run "$@"
