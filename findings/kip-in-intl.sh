#!/usr/bin/env bash
# Intl.NumberFormat of Node 24.11.1 (npm node 24.11.1, ICU 77), and of every browser with the same data.
#
# Behaviour: ECMA-402 takes the decimals of a currency from ISO 4217, where the kip (LAK) has two, like the baht. Intl gives
# it none, from CLDR, and rounds. In Lao the point separates thousands and the comma decimals, for baht as well; Thai and
# English have them the other way round.
#
# Why a wallet cares: 1,234,567.50 kip is shown as 1.234.568. The screen says one kip more than the books, and "1.234" is
# a thousand in one language of a site and one in the two others.
#
# Expected output:
#   LAK: 0 decimals, THB: 2 decimals
#   lo-LA: ₭1.234.568 ฿1.234.567,50 1.234
#   th-TH: LAK 1,234,568 ฿1,234,567.50 1,234
#   en-US: LAK 1,234,568 THB 1,234,567.50 1,234
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.11.1 >/dev/null
seen=$(node_modules/node/bin/node -e '
  const inCurrency = (language, currency) => new Intl.NumberFormat(language, { style: "currency", currency });
  const decimals = (currency) => inCurrency("en-US", currency).resolvedOptions().maximumFractionDigits;
  console.log(`LAK: ${decimals("LAK")} decimals, THB: ${decimals("THB")} decimals`);
  for (const language of ["lo-LA", "th-TH", "en-US"]) {
    const money = ["LAK", "THB"].map((currency) => inCurrency(language, currency).format(1234567.5));
    console.log(`${language}: ${money.join(" ")} ${new Intl.NumberFormat(language).format(1234)}`.replaceAll("\u00a0", " "));
  }')
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
