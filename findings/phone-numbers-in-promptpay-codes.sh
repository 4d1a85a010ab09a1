#!/usr/bin/env bash
# promptparse 1.6.0 beside promptpay-qr 0.5.0, two makers of PromptPay QR codes.
#
# Behaviour: PromptPay wants a mobile number as 13 digits: 0066 and the number without its zero. For a number that begins
# with 0 both packages write that. promptpay-qr drops everything that is no digit and knows the country code; promptparse
# writes what it is given, padded: "+66..." and "08x-xxx-xxxx" become a code with a valid checksum that names nobody.
# No error is raised. An amount of 0 is, for both, a code without an amount: the payer types one.
#
# Why a wallet cares: an operator types the site's number as people write it, every QR of the day scans, no payment
# arrives. And a code "for 0" is not refused: it is a code for any amount.
#
# Expected output:
#   0812345678: promptpay-qr 0066812345678, promptparse 0066812345678
#   +66812345678: promptpay-qr 0066812345678, promptparse 0+66812345678
#   081-234-5678: promptpay-qr 0066812345678, promptparse 6681-234-5678
#   amount 0: promptpay-qr none, promptparse none
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund promptparse@1.6.0 promptpay-qr@0.5.0 >/dev/null
cat >make.cjs <<'SCRIPT'
const { generate, parse } = require('promptparse');
const other = require('promptpay-qr');
const anyId = (target, amount) => parse(generate.anyId({ type: 'MSISDN', target, amount }), true);
const numberIn = (code) => code.getTagValue('29', '01');
for (const number of ['0812345678', '+66812345678', '081-234-5678'])
  console.log(`${number}: promptpay-qr ${numberIn(parse(other(number, {}), true))}, promptparse ${numberIn(anyId(number))}`);
const amountIn = (code) => code.getTagValue('54') ?? 'none';
const number = '0812345678';
console.log(`amount 0: promptpay-qr ${amountIn(parse(other(number, { amount: 0 }), true))}, promptparse ${amountIn(anyId(number, 0))}`);
SCRIPT
seen=$(node make.cjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
