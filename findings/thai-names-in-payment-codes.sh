#!/usr/bin/env bash
# promptparse 1.6.0, a reader and maker of EMV payment QR codes.
#
# Behaviour: the standard takes the checksum over the bytes of the text, and makers use UTF-8. promptparse takes the low
# byte of each UTF-16 unit. For Latin letters both are one; with one Thai or Chinese letter the right checksum is refused,
# a wrong one is written, and two texts whose letters share their low bytes have one checksum. Nothing else is wrong with
# what it reads: lengths count letters, as in the standard's own sample.
#
# Why a wallet cares: a gateway's code with the shop's name in Thai is refused as damaged, and a code of our own for a
# receiver with a Thai or Lao name is refused by other apps.
#
# Expected output:
#   the standard's sample with a Chinese name: refused
#   the same with the checksum of low bytes: taken
#   a Latin name: taken
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund promptparse@1.6.0 >/dev/null
cat >read.cjs <<'SCRIPT'
const { checksum, parse, withCrcTag } = require('promptparse');
const SAMPLE =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A';
const verdict = (text) => (parse(text, true) === null ? 'refused' : 'taken');
console.log(`the standard's sample with a Chinese name: ${verdict(SAMPLE)}`);
console.log(`the same with the checksum of low bytes: ${verdict(SAMPLE.slice(0, -4) + checksum(SAMPLE.slice(0, -4)))}`);
console.log(`a Latin name: ${verdict(withCrcTag(SAMPLE.slice(0, -8).replace('最佳运输', 'ABCD').replace('北京', 'EF'), '63'))}`);
SCRIPT
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
