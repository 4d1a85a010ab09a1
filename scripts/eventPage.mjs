/**
 * `npm run events`: writes the types of docs/events.md from the catalogue. With `--verify` it only compares, and fails if
 * the page is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, isOfMember } from '../contract/src/api/eventTypes.ts';
import { API_SCOPES } from '../contract/src/apiScopes.ts';

const PAGE = join(import.meta.dirname, '../docs/events.md');
const HEADING = '## Types of events\n';
const MEMBER = '1042';

const before = readFileSync(PAGE, 'utf8');
const text = `${before.slice(0, before.indexOf(HEADING))}${HEADING}
\`npm run events\` writes this part from \`contract/src/api/eventTypes.ts\`. Each \`data\` has \`memberId\`, the member's number,
except that of alarms; amounts are baht.

${Object.entries(EVENT_TYPES).map(section).join('\n')}
## Scopes of keys

${table(
  ['Scope', 'Reads'],
  Object.entries(API_SCOPES).map(([scope, reads]) => [`\`${scope}\``, reads]),
)}`;

if (process.argv.includes('--verify')) {
  if (text !== before) {
    console.error('docs/events.md is outdated: run `npm run events`');
    process.exit(1);
  }
} else writeFileSync(PAGE, text);

function section([name, { summary, data, example }]) {
  const full = { ...(isOfMember(name) && { memberId: MEMBER }), ...example };
  const told = Object.entries(data).filter(([, schema]) => describe(schema) !== '');
  const words = told.map(([field, schema]) => `- \`${field}\`: ${describe(schema)}\n`).join('');
  return `### \`${name}\`

${summary}

${words === '' ? '' : `${words}\n`}\`\`\`json
${JSON.stringify(full, null, 2)}
\`\`\`
`;
}

/** What the catalogue says of a field besides its form; the values of a closed list. */
function describe(schema) {
  if (schema.description) return schema.description;
  const parts = schema.anyOf ?? [];
  const literals = parts.flatMap(({ const: value }) => (value === undefined ? [] : [`\`${value}\``]));
  const inner = parts.map(describe).filter((part) => part !== '');
  const isNullable = parts.some(({ type }) => type === 'null');
  return [
    ...(literals.length > 0 ? [literals.join(', ')] : inner),
    ...(isNullable ? ['may be null'] : []),
  ].join('; ');
}

function table(head, body) {
  const widths = head.map((_, nth) => Math.max(...[head, ...body].map((row) => row[nth].length)));
  const line = (cells) => `| ${cells.map((cell, nth) => cell.padEnd(widths[nth])).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + body.map(line).join('');
}
