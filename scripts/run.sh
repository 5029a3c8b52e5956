#!/bin/sh
# Runs a TypeScript file on the project's own Node, because the machine's Node may be older. Installs dependencies if needed.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
stamp="$root/node_modules/.installed"
if ! cmp -s "$root/package-lock.json" "$stamp" 2>/dev/null; then
  echo "Installing dependencies (package-lock.json is new or has changed) …" >&2
  # Not `npm ci`: it rejects a lock file that lacks the optional binaries of another platform.
  (cd "$root" && npm install --no-save --no-audit --no-fund --loglevel=error) >&2
  cp "$root/package-lock.json" "$stamp"
fi
PATH="$root/node_modules/node/bin:$PATH"
export PATH
# Reading a page needs one of these threads. Syncing a file to disk and running a DuckDB statement block one. With Node's default
# of four, requests would wait for builds and downloads.
UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16}
export UV_THREADPOOL_SIZE
script=$1
shift
case $script in /*) ;; *) script="$root/$script" ;; esac
exec node --disable-warning=ExperimentalWarning "$script" "$@"
