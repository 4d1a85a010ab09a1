#!/usr/bin/env bash
# csv-parse 7.0.3, the reader of CSV files for Node.
#
# Behaviour: the end of the first line is taken for the end of all lines. In a file whose head ends in CRLF and whose lines
# end in LF, as a program on Windows and one on Linux write it together, every line after the head belongs to one row;
# where ends alternate, some lines join their neighbours. With relax_column_count the cells beyond the head are kept or
# dropped without a word, and no error is raised. `info.lines` counts a CRLF within quotes as two lines.
#
# Why a wallet cares: three payments are in the file of the bank, and one is booked. The line number that an operator is
# shown for the next row is not the one in the editor.
#
# Expected output:
#   ends CRLF alone: 3 payments
#   head CRLF, then LF: 1 payments
#   head CRLF, then LF, CRLF, LF: 2 payments
#   the row after a quoted CRLF stands in line 3, and is said to be in 4
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3 >/dev/null
cat >read.cjs <<'SCRIPT'
const { parse } = require('csv-parse/sync');
const options = { columns: ['date', 'amount', 'reference'], from: 2, relax_column_count: true };
const file = (ends) => ['1/11,10.00,A', '2/11,20.00,B', '3/11,30.00,C'].map((line, index) => line + ends[index]).join('');
const count = (ends) => parse(`Date,In,Ref\r\n${file(ends)}`, options).length;
console.log(`ends CRLF alone: ${count(['\r\n', '\r\n', '\r\n'])} payments`);
console.log(`head CRLF, then LF: ${count(['\n', '\n', '\n'])} payments`);
console.log(`head CRLF, then LF, CRLF, LF: ${count(['\n', '\r\n', '\n'])} payments`);
const rows = parse('"Bank\r\nBranch",x\r\n1/11,10.00\r\n', { info: true });
console.log(`the row after a quoted CRLF stands in line 3, and is said to be in ${rows[1].info.lines}`);
SCRIPT
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
