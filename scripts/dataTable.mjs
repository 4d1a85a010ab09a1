/**
 * `npm run data`: writes the tables of docs/data.md from the catalogue of personal data. With `--verify` it only
 * compares, and fails if the page is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../server/src/modules/personalData/catalogue/catalogue.ts';
import { DATA_CLASSES, PERIODS } from '../server/src/modules/personalData/catalogue/tableEntry.ts';

const PAGE = join(import.meta.dirname, '../docs/data.md');
const HEADING = '## Tables\n';

const rows = Object.entries(CATALOGUE)
  .sort(([, a], [, b]) => DATA_CLASSES.indexOf(a.class) - DATA_CLASSES.indexOf(b.class))
  .map(([table, entry]) => [`\`${table}\``, entry.class, entry.holds, entry.erasure, entry.kept]);
const periods = Object.entries(PERIODS).map(([name, meaning]) => [name, meaning]);

const before = readFileSync(PAGE, 'utf8');
const start = before.indexOf(HEADING);
const text = `${before.slice(0, start)}${HEADING}
\`npm run data\` writes this part from \`server/src/modules/personalData/catalogue/\`, where every column is listed.
"Erasure" says what the erasure of a member does with their rows.

${table(['Table', 'Class', 'Contents', 'Erasure', 'Kept'], rows)}
${table(['Kept', 'How long'], periods)}`;

if (process.argv.includes('--verify')) {
  if (text !== before) {
    console.error('docs/data.md is outdated: run `npm run data`');
    process.exit(1);
  }
} else writeFileSync(PAGE, text);

function table(head, body) {
  const widths = head.map((_, nth) => Math.max(...[head, ...body].map((row) => row[nth].length)));
  const line = (cells) => `| ${cells.map((cell, nth) => cell.padEnd(widths[nth])).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + body.map(line).join('');
}
