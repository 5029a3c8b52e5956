#!/bin/sh
# Runs a file of the program with the project's own Node.js, and installs missing packages first. An installed package has no
# package-lock.json: npm has installed everything, and the files are JavaScript. This Node.js is a package per
# platform, whose digest is in package-lock.json. The machine's Node.js only has to run npm, so it may be older.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
stamp="$root/node_modules/.installed"
if [ -f "$root/package-lock.json" ] && ! cmp -s "$root/package-lock.json" "$stamp" 2>/dev/null; then
  sh "$root/scripts/install-packages.sh"
fi
# Only the package of this platform is installed.
for bin in "$root"/../node-linux-*/bin "$root"/node_modules/node-linux-*/bin; do PATH="$bin:$PATH"; done
export PATH
# Node.js ends with a stack of its own where it cannot reserve these addresses. The service needs more, and says so itself.
addresses=$(ulimit -v)
if [ "$addresses" != unlimited ] && [ "$addresses" -lt 4000000 ]; then
  echo "rolecall: this process may reserve $addresses kB of addresses, with which Node.js does not start; remove the limit: \`ulimit -v unlimited\`" >&2
  exit 1
fi
case $(node --version) in
  v2[4-9].* | v[3-9]?.*) ;;
  *)
    echo "There is no package of Node.js for $(uname -sm), and the machine has $(node --version). Install Node.js 24 or newer." >&2
    exit 1
    ;;
esac
# Each read of a page needs one of these threads. Syncing a file, or a statement of DuckDB, occupies a thread until it ends. With
# Node's default of four threads, requests would wait for builds and downloads.
UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16}
export UV_THREADPOOL_SIZE
# By default, the C library keeps memory that a thread has freed in up to eight pools per core.
MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-4}
export MALLOC_ARENA_MAX
# A freed block of this many bytes or more goes back to the system. By default, the limit grows to 32 MB with the blocks that are freed.
MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-131072}
export MALLOC_MMAP_THRESHOLD_
script=$1
shift
case $script in /*) ;; *) script="$root/$script" ;; esac
[ -f "$script" ] || script="${script%.ts}.js"
# By default, V8 takes up to 128 MB for young objects, and lets old objects grow to several times what is in use before it collects them.
# The compiler and the tests may take that. The service lets them grow by half: a sync then takes 200 MB less and lands a seventh slower.
service_flags='--max-semi-space-size=8 --heap-growing-percent=50'
case $script in */src/cli/main.*) exec node --disable-warning=ExperimentalWarning $service_flags "$script" "$@" ;; esac
exec node --disable-warning=ExperimentalWarning "$script" "$@"
