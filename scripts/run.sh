#!/bin/sh
# Run a TypeScript file on the project's own Node, installing what is missing first. The machine's Node may be older.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
stamp="$root/node_modules/.installed"
if ! cmp -s "$root/package-lock.json" "$stamp" 2>/dev/null; then
  echo "Installing dependencies (package-lock.json is new or has changed) …" >&2
  # Not `npm ci`: it refuses a lock file in which another platform's optional binaries are missing.
  (cd "$root" && npm install --no-save --no-audit --no-fund --loglevel=error) >&2
  cp "$root/package-lock.json" "$stamp"
fi
PATH="$root/node_modules/node/bin:$PATH"
export PATH
# A page is read by one of these threads, and a file that is brought to disk, or a statement of DuckDB, holds one for as long
# as it takes: with Node's four, requests wait for builds and downloads.
UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16}
export UV_THREADPOOL_SIZE
script=$1
shift
case $script in /*) ;; *) script="$root/$script" ;; esac
exec node --disable-warning=ExperimentalWarning "$script" "$@"
