#!/usr/bin/env bash
# currency.js 2.0.4, a library for sums of money, given amounts as people write them.
#
# Behaviour: it takes out what it does not expect and reads the rest. The Lao way to write 1,234.50 is 1.234,50: it is read
# as 1.23. "1e3" is 13, a word is 0, Thai digits are NaN. No error is raised: the option errorOnInvalid concerns null and
# undefined alone.
#
# Why a wallet cares: an amount off a statement or a message of a bank would be credited with a thousandth of it. An amount
# is read by one strict pattern of its source, or it waits for a person.
#
# Expected output:
#   1,234.50 is 1234.5
#   1.234,50 is 1.23
#   1e3 is 13
#   ๑,๒๓๔.๕๐ is NaN
#   twelve is 0
#   null is an error
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 >/dev/null
cat >amounts.cjs <<'SCRIPT'
const currency = require('currency.js');
for (const text of ['1,234.50', '1.234,50', '1e3', '๑,๒๓๔.๕๐', 'twelve', null]) {
  let read;
  try {
    read = currency(text, { errorOnInvalid: true }).value;
  } catch {
    read = 'an error';
  }
  console.log(`${text} is ${read}`);
}
SCRIPT
seen=$(node amounts.cjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
