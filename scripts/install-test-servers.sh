#!/bin/sh
# Installs the real servers and tools that some tests need. Without them, those tests are skipped with a message.
set -eu
missing=''
[ -d /usr/lib/postgresql ] || missing="$missing postgresql"
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
command -v cvtsudoers >/dev/null 2>&1 || missing="$missing sudo"
command -v setpriv >/dev/null 2>&1 && command -v unshare >/dev/null 2>&1 || missing="$missing util-linux"
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
command -v ip >/dev/null 2>&1 || missing="$missing iproute2"
[ -x /usr/sbin/slapd ] || missing="$missing slapd"
command -v ldapsearch >/dev/null 2>&1 || missing="$missing ldap-utils"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
command -v samba-tool >/dev/null 2>&1 && [ -x /usr/sbin/samba ] && [ -d /usr/share/samba/setup ] ||
  missing="$missing samba samba-ad-dc samba-dsdb-modules samba-ad-provision winbind"
command -v ssh-keygen >/dev/null 2>&1 || missing="$missing openssh-client"
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
