#!/bin/sh
# Run a TypeScript file on the project's own Node.js, installing what is missing first. It is a package like any other, one per
# platform, whose digest is in package-lock.json. The machine's Node.js has to run npm only, and may be older.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
stamp="$root/node_modules/.installed"
if ! cmp -s "$root/package-lock.json" "$stamp" 2>/dev/null; then
  echo "Installing dependencies (package-lock.json is new or has changed) …" >&2
  # Not `npm ci`: it refuses a lock file in which another platform's optional binaries are missing. No package needs a script.
  (cd "$root" && npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error) >&2
  cp "$root/package-lock.json" "$stamp"
fi
# Only the package of this platform is installed.
for bin in "$root"/node_modules/node-linux-*/bin; do PATH="$bin:$PATH"; done
export PATH
case $(node --version) in
  v2[4-9].* | v[3-9]?.*) ;;
  *)
    echo "There is no package of Node.js for $(uname -sm), and the machine has $(node --version). Install Node.js 24 or newer." >&2
    exit 1
    ;;
esac
# A page is read by one of these threads, and a file that is brought to disk, or a statement of DuckDB, holds one for as long
# as it takes: with Node's four, requests wait for builds and downloads.
UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16}
export UV_THREADPOOL_SIZE
script=$1
shift
case $script in /*) ;; *) script="$root/$script" ;; esac
exec node --disable-warning=ExperimentalWarning "$script" "$@"
