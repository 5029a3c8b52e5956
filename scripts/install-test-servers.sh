#!/bin/sh
# Installs the real servers and tools that some tests need. Without them, those tests are skipped with a message. The long form uses two
# more: --saml-jackson installs a second SCIM server (npm, 250 MB, half a minute), and --chdb ClickHouse as a library (npm, 540 MB).
set -eu
case " $* " in *" --saml-jackson "*)
  folder=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)/node_modules/.saml-jackson
  version=26.2.0
  if ! grep -qs "\"version\": \"$version\"" "$folder/node_modules/@boxyhq/saml-jackson/package.json"; then
    mkdir -p "$folder"
    echo '{"private":true}' >"$folder/package.json"
    # Its database drivers would be compiled; the tests keep its objects in memory.
    (cd "$folder" && npm install --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error "@boxyhq/saml-jackson@$version")
  fi
  ;;
esac
case " $* " in *" --chdb "*)
  folder=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)/node_modules/.chdb
  version=3.4.0
  if ! grep -qs "\"version\": \"$version\"" "$folder/node_modules/chdb/package.json"; then
    mkdir -p "$folder"
    echo '{"private":true}' >"$folder/package.json"
    (cd "$folder" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error "chdb@$version")
  fi
  ;;
esac
missing=''
[ -d /usr/lib/postgresql ] || missing="$missing postgresql"
command -v mariadbd >/dev/null 2>&1 || missing="$missing mariadb-server"
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
command -v cvtsudoers >/dev/null 2>&1 || missing="$missing sudo"
command -v setpriv >/dev/null 2>&1 && command -v unshare >/dev/null 2>&1 || missing="$missing util-linux"
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
command -v ip >/dev/null 2>&1 || missing="$missing iproute2"
[ -x /usr/sbin/slapd ] || missing="$missing slapd"
[ -x /usr/sbin/ns-slapd ] && [ -x /usr/sbin/dsidm ] || missing="$missing 389-ds-base"
command -v ldapsearch >/dev/null 2>&1 || missing="$missing ldap-utils"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
command -v samba-tool >/dev/null 2>&1 && [ -x /usr/sbin/samba ] && [ -d /usr/share/samba/setup ] ||
  missing="$missing samba samba-ad-dc samba-dsdb-modules samba-ad-provision winbind"
command -v ssh-keygen >/dev/null 2>&1 || missing="$missing openssh-client"
[ -x /usr/sbin/sshd ] || missing="$missing openssh-server"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing chromium-headless-shell"
python3 -c 'import networkx' 2>/dev/null || missing="$missing python3-networkx"
if [ -z "$missing" ]; then
  echo 'all there'
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing:$missing"
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "missing, so their tests are skipped:$missing (Debian packages; install them to run every test)"
fi
