/**
 * `npm run protection`: writes docs/protection.md and the list of tests that the console prints with a pack
 * (console/src/features/content/packs/ruleTests.json) from the catalogue of rules, the console's words and the titles of
 * tests that carry `SAFE-nn`. With `--verify` it only compares, and fails if a file is outdated or a rule has no test.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PACK } from '../contract/src/protection/packs/thailandAndLaos.ts';
import { PLACES } from '../contract/src/protection/places.ts';
import { RULE_NAMES, RULES } from '../contract/src/protection/rules.ts';
import { UNENFORCED_RULES } from '../contract/src/protection/unenforced.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = 'docs/protection.md';
const LIST = 'console/src/features/content/packs/ruleTests.json';
const words = Object.assign(
  {},
  ...['content', 'packs'].map((name) =>
    JSON.parse(readFileSync(join(ROOT, `console/src/i18n/messages/${name}.en.json`), 'utf8')),
  ),
);

/** What tells of a place in a test's title or path. */
const TELLS = {
  registration: /regist(?!er(?:s)? (?:says|answers))|modules\/registration/i,
  login: /log[- ]?(?:in|ged)|session|modules\/auth/i,
  deposit: /deposit|\bQR|slip|gift|gateway|notice|modules\/deposits/i,
  launch: /launch|play|open(?:s|ed|ing)? (?:a )?game|modules\/(?:play|games)/i,
  transfer: /transfer|play/i,
  bonus: /bonus|promotion|coupon/i,
  refund: /refund|rewards?/i,
  invite: /invite|rewards?/i,
  wheel: /wheel|spin|rewards?/i,
  seamless: /modules\/seamless/i,
  withdrawal: /withdraw|payout|paid/i,
  pages: /^web\/|^e2e\/|api\/|statement|history/i,
  messages: /notif|remind|messag|told|tells|push/i,
  operators: /operator|console|case|queue|person/i,
  publishing: /publish|bonus|console\/content/i,
  jobs: /job|every|hours|days|years|kept/i,
};
/** The places of the table; the others are named in the list of rules. */
const COLUMNS = PLACES.slice(0, PLACES.indexOf('seamless') + 1);

const tests = globSync(
  ['{contract,ui,server,web,console,sandbox}/src/**/*.test.{ts,tsx}', 'e2e/tests/*.spec.ts'],
  {
    cwd: ROOT,
  },
)
  .sort()
  .flatMap((file) => testsOf(file, readFileSync(join(ROOT, file), 'utf8')));
const rules = RULE_NAMES.map((name) => ({
  name,
  ...RULES[name],
  tests: tests.filter(({ rows }) => RULES[name].rows.some((row) => rows.includes(row))),
}));
const problems = rules.flatMap(({ name, rows, enforced, shown, tests: of }) => [
  ...(of.length === 0 ? [`${name}: no test has SAFE-${twoDigits(rows[0])} in its title.`] : []),
  ...(enforced.length + shown.length === 0 ? [`${name}: no place.`] : []),
  ...[...enforced, ...shown]
    .filter((place) => testsAt(of, place).length === 0)
    .map((place) => `${name}: no test names the place "${place}".`),
]);
const files = { [PAGE]: pageOf(), [LIST]: listOf() };

for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--verify')) writeFileSync(join(ROOT, file), text);
  else if (readFileSync(join(ROOT, file), 'utf8') !== text)
    problems.push(`${file} is outdated: run \`npm run protection\`.`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** The tests of a file whose titles begin with the rows that they show. */
function testsOf(file, text) {
  return [...text.matchAll(/(['"`])((?:[A-Z]{2,4}-\d\d,? |ASVS [\d.]+ )*SAFE-\d\d\b[^\n]*?)\1/g)].map(
    ([, , title]) => ({
      file,
      title,
      rows: [...title.matchAll(/SAFE-(\d\d)/g)].map(([, row]) => Number(row)),
    }),
  );
}

function listOf() {
  const list = Object.fromEntries(
    rules.map(({ name, tests: shown }) => [name, shown.map(({ file, title }) => `${file}: ${title}`)]),
  );
  return `${JSON.stringify(list, null, 2)}\n`;
}

function pageOf() {
  return `# Rules that protect players

\`npm run protection\` writes this page from the catalogue of rules (\`contract/src/protection/\`), the default pack and the
titles of tests. \`npm run check\` fails if it is outdated, or if a rule has no test.

**This is no legal advice.** Thailand and Laos have no licence for this today: the Entertainment Complex Bill was withdrawn
by the cabinet on 8 July 2025, and nothing newer was found; for Laos nothing was found. The rules come from other places,
and a lawyer decides which of them hold for a site. A site that gets a licence somewhere publishes another pack (console,
"Jurisdiction pack") and changes no code. [Decision 201](decisions/201-jurisdiction-packs.md) says how packs are merged and
where the default pack is looser than a confirmed rule.

Marks: **read**: the clause was read in the source that the catalogue names. **known**: known, no source confirmed it.
**draft**: not in force. **own**: the product's design.

**Enforced**: the server refuses, or acts by itself, whatever client asks. **Shown**: the product's own app or console shows or
asks it, and a client of the specification's calls alone is not stopped: it has no field for the answer. The console marks
members who have not confirmed their age ([decision 372](decisions/372-enforced-and-shown.md)).

**What a client is told.** An excluded member's log-in answers \`INVALID_USER_3\` to a client that does not ask for limited access
(\`access: 'limited'\`), as the specification has no other word; such a client cannot offer to withdraw. The product's own app asks for
it, and the member withdraws, reads and writes to the team ([decision 214](decisions/214-answers-name-limited-access.md)). A break
and a reached limit have codes of their own (\`PLAY_PAUSED\`, \`LIMIT_REACHED\`); what safer play keeps out of money that has arrived is no
refusal: it waits for an operator.

## Rules

| Row | Rule | Default pack | Clauses | Enforced at | Shown at |
| --- | ---- | ------------ | ------- | ----------- | -------- |
${rules.map(ruleRow).join('\n')}

## Rule by place

A number is a test of the list below that names the place, in brackets where the rule is only shown there. Each bet of a seamless
game is a debit by a game.

| Rule | ${COLUMNS.map((place) => words[`packs.place.${place}`]).join(' | ')} |
| ---- | ${COLUMNS.map(() => '---').join(' | ')} |
${rules
  .filter(({ enforced, shown }) => [...enforced, ...shown].some((place) => COLUMNS.includes(place)))
  .map(placeRow)
  .join('\n')}

## Not enforced

| Row | Rule | Clauses | Why |
| --- | ---- | ------- | --- |
${Object.entries(UNENFORCED_RULES)
  .map(
    ([name, { row, clauses }]) =>
      `| ${twoDigits(row)} | ${cell(words[`packs.rule.${name}`])} | ${clauseCell(clauses)} | ${cell(words[`packs.why.${name}`])} |`,
  )
  .join('\n')}

## Tests

${rules.map(testList).join('\n\n')}
`;
}

function ruleRow({ name, rows, clauses, enforced, shown: seen, always }) {
  const { isOn, ...values } = DEFAULT_PACK[name];
  const state = always ? words['packs.always'] : words[isOn ? 'packs.on' : 'packs.off'];
  const shown = isOn === false ? [] : Object.entries(values).map(([value, set]) => valueText(value, set));
  const where = (places) => places.map((place) => words[`packs.place.${place}`]).join(', ') || '–';
  const cells = [
    rows.map(twoDigits).join(', '),
    cell(words[`packs.rule.${name}`]),
    [state, ...shown].map(cell).join('<br>'),
    clauseCell(clauses),
    where(enforced),
    where(seen),
  ];
  return `| ${cells.join(' | ')} |`;
}

function placeRow({ name, enforced, shown, tests: of }) {
  const cells = COLUMNS.map((place) => {
    if (![...enforced, ...shown].includes(place)) return '';
    const numbers = testsAt(of, place).join(', ');
    return enforced.includes(place) ? numbers : `(${numbers})`;
  });
  return `| ${cell(words[`packs.rule.${name}`])} | ${cells.join(' | ')} |`;
}

/** The numbers of a rule's tests that name the place. */
function testsAt(of, place) {
  return of.flatMap(({ file, title }, at) => (TELLS[place].test(`${file} ${title}`) ? [at + 1] : []));
}

function testList({ name, tests: shown }) {
  const lines = shown.map(({ file, title }, at) => `${at + 1}. \`${file}\`: ${title.replaceAll('*', '\\*')}`);
  return `### ${words[`packs.rule.${name}`]}\n\n${lines.length === 0 ? 'No test.' : lines.join('\n')}`;
}

function clauseCell(clauses) {
  return clauses
    .map(
      ({ of, name, mark }) =>
        `${of === 'standard' ? '' : `${words[`packs.of.${of}`]}: `}${cell(name)} (${mark})`,
    )
    .join('<br>');
}

function valueText(name, value) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return `${words[`content.field.${name}`]}: ${Object.entries(value)
      .map(([part, set]) => valueText(part, set))
      .join(', ')}`;
  return `${words[`content.field.${name}`]}: ${shownValue(name, value)}`;
}

function shownValue(name, value) {
  if (value === null) return words['packs.any'];
  if (typeof value === 'boolean') return words[value ? 'packs.yes' : 'packs.no'];
  if (Array.isArray(value)) return value.join(', ');
  return name.toLowerCase().endsWith('satang') ? `${(value / 100).toLocaleString('en')} baht` : String(value);
}

function twoDigits(row) {
  return String(row).padStart(2, '0');
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
