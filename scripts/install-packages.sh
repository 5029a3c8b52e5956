#!/bin/sh
# Installs the packages of package-lock.json. When nothing arrives, it says what it waits for, and in the end what to check.
set -eu
cd "$(dirname -- "$0")/.."
# Seconds without anything arriving until it gives up; the first notice comes after a twelfth of it.
patience=${ROLECALL_INSTALL_PATIENCE:-120}
mkdir -p node_modules
sign=node_modules/.arriving
touch "$sign"
registry=$(npm config get registry)
store=$(npm config get cache)/_cacache

echo "Installing packages (package-lock.json is new or has changed) …" >&2
# Not `npm ci`: it refuses a lock file that lacks the optional binaries of another platform. No package needs an install script.
npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error >&2 &
npm=$!
# npm waits for its open requests before it obeys, and a silent registry never ends them.
end_npm() {
  kill "$npm" 2>/dev/null || return 0
  sleep 1
  kill -9 "$npm" 2>/dev/null || true
}
trap end_npm EXIT

quiet=0
while kill -0 "$npm" 2>/dev/null; do
  sleep 1
  if [ -n "$(find "$store" node_modules -newer "$sign" -type f ! -path "$sign" -print -quit 2>/dev/null)" ]; then
    touch "$sign"
    quiet=0
    continue
  fi
  quiet=$((quiet + 1))
  if [ "$quiet" -eq $(((patience + 11) / 12)) ]; then
    echo "Waiting for packages from $registry: nothing has arrived for $quiet s …" >&2
  fi
  if [ "$quiet" -ge "$patience" ]; then
    cat >&2 <<TEXT
No package has arrived from $registry for $quiet s, so the installation was ended. Check:
  - that this machine reaches the address:  npm ping
  - the proxy, where one is needed:         npm config set https-proxy http://HOST:PORT
  - the address of the registry:            npm config get registry
Then run the command again. It continues with the packages that have arrived.
TEXT
    exit 1
  fi
done
trap - EXIT
wait "$npm"
cp package-lock.json node_modules/.installed
