#!/usr/bin/env bash
# mt940-js 1.0.0 beside mt940js 1.3.5, two readers of SWIFT MT940 statements.
#
# Behaviour: a statement line (field 61) has a mark: C credit, D debit, RC reversal of a credit, RD reversal of a debit. RC
# takes money away and RD brings it back. mt940-js looks at the last letter: it reads RC as a credit and RD as a debit, and
# its lines do not lead from the opening to the closing balance of the same statement. mt940js reads them the right way.
#
# Why a wallet cares: a deposit that the bank took back would be a second deposit. Whatever reads a statement, its lines
# have to lead from the opening balance to the closing one before anybody is credited.
#
# Expected output:
#   mt940-js: +500.00 +200.00 -100.00, from 1000 to 1600, the statement says 1400
#   mt940js: +500.00 -200.00 +100.00, from 1000 to 1400, the statement says 1400
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 >/dev/null
cat >statement.txt <<'STATEMENT'
{1:F01BANKTHBKXXXX0000000000}{2:I940BANKTHBKXXXXN}{4:
:20:STMT261128
:25:0000000000
:28C:331/1
:60F:C261127THB1000,00
:61:2611281128C500,00NTRFREF1//BNK1
:86:TRANSFER
:61:2611281128RC200,00NTRFREF2//BNK2
:86:REVERSAL OF A CREDIT
:61:2611281128RD100,00NTRFREF3//BNK3
:86:REVERSAL OF A DEBIT
:62F:C261128THB1400,00
-}
STATEMENT
cat >read.cjs <<'SCRIPT'
const { readFileSync } = require('node:fs');
const say = (name, opening, closing, amounts) => {
  const signed = amounts.map((amount) => (amount < 0 ? '' : '+') + amount.toFixed(2)).join(' ');
  const end = amounts.reduce((sum, amount) => sum + amount, opening);
  console.log(`${name}: ${signed}, from ${opening} to ${end}, the statement says ${closing}`);
};
(async () => {
  const [one] = await require('mt940-js').read(readFileSync('statement.txt'));
  say('mt940-js', one.openingBalance.value, one.closingBalance.value,
    one.transactions.map(({ isCredit, amount }) => (isCredit ? amount : -amount)));
  const [other] = new (require('mt940js').Parser)().parse(readFileSync('statement.txt', 'utf8'));
  say('mt940js', other.openingBalance, other.closingBalance, other.transactions.map(({ amount }) => amount));
})();
SCRIPT
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = "mt940-js: +500.00 +200.00 -100.00, from 1000 to 1600, the statement says 1400
mt940js: +500.00 -200.00 +100.00, from 1000 to 1400, the statement says 1400" ]
