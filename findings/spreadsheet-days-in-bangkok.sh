#!/usr/bin/env bash
# xlsx 0.18.5 and exceljs 4.4.0 under TZ=Asia/Bangkok, on a sheet with one cell: the day 2026-11-28.
#
# Behaviour: a day in a spreadsheet is a number of days since 1899-12-30. xlsx turns it into a Date (cellDates) by the
# machine's zone, and Bangkok was 6:42:04 ahead of Greenwich then, not 7:00: it makes up for the minutes but not for the
# four seconds. The Date is 23:59:56 of the day before. exceljs takes a Date to be UTC when it writes: midnight of Bangkok
# becomes 17:00 of the day before. Under TZ=UTC, where tests run, both are right.
#
# Why a wallet cares: a bank's statement is read one day early, a payout file asks the bank for the day before, and a day's
# sum differs by what came in between. A day is a text until it is a day of the site's zone.
#
# Expected output:
#   Asia/Bangkok: xlsx reads Fri Nov 27 2026 23:59:56, exceljs writes 2026-11-27 17:00
#   UTC: xlsx reads Sat Nov 28 2026 00:00:00, exceljs writes 2026-11-28 00:00
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0 >/dev/null
cat >days.cjs <<'SCRIPT'
const xlsx = require('xlsx');
const exceljs = require('exceljs');
(async () => {
  const sheet = xlsx.utils.aoa_to_sheet([[46354]]);
  sheet.A1.z = 'yyyy-mm-dd';
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, 'statement');
  const file = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' });
  const read = xlsx.read(file, { cellDates: true }).Sheets.statement.A1.v;

  const payout = new exceljs.Workbook();
  const cell = payout.addWorksheet('payout').getCell('A1');
  cell.value = new Date(2026, 10, 28);
  cell.numFmt = 'yyyy-mm-dd hh:mm';
  const written = xlsx.read(await payout.xlsx.writeBuffer()).Sheets.payout.A1.w;
  console.log(`${process.env.TZ}: xlsx reads ${String(read).slice(0, 24)}, exceljs writes ${written}`);
})();
SCRIPT
seen=$(TZ=Asia/Bangkok node days.cjs && TZ=UTC node days.cjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
