import { whatBroke } from './runResult.mjs';

/** The table as a page that needs nothing else: no script, no address. */
export function pageOf(evidence) {
  const lists = Map.groupBy(evidence.clauses, ({ list }) => list);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Evidence of Krapao ${escaped(evidence.version)}</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
th, td { border: 1px solid #bbb; padding: .3rem .5rem; text-align: left; vertical-align: top; }
ul { margin: 0; padding-left: 1.1rem; }
</style>
<h1>Evidence of Krapao ${escaped(evidence.version)}</h1>
<p>Commit ${escaped(evidence.commit)}, tree ${escaped(evidence.tree)}, variant ${escaped(evidence.variant)}, seed of the
tests ${evidence.run?.seed ?? 'unknown'}. ${escaped(runText(evidence.run))} This page repeats evidence.json.</p>
${[...lists].map(([list, rows]) => tableOf(list, rows, evidence.tests)).join('\n')}
</html>
`;
}

const runText = (run) =>
  run === null
    ? 'The tests were not run on these files.'
    : [`The tests ran from ${run.startedAt} to ${run.finishedAt}.`, ...whatBroke(run)].join(' ');

function tableOf(list, rows, tests) {
  return `<h2>${escaped(list)}: ${rows.length} clauses</h2>
<table>
<tr><th>Clause</th><th>Subject</th><th>State</th><th>Last result</th><th>Tests</th></tr>
${rows.map((row) => rowOf(row, tests)).join('\n')}
</table>`;
}

function rowOf({ id, subject, state, result, tests: places }, tests) {
  const items = places.map((place) => {
    const { file, title, result: own } = tests[place];
    return `<li>${escaped(file)}: ${escaped(title)} (${escaped(own)})</li>`;
  });
  const shown =
    items.length === 0
      ? ''
      : `<details><summary>${items.length}</summary><ul>${items.join('')}</ul></details>`;
  const cells = [id, subject, state ?? '', result].map((text) => `<td>${escaped(text)}</td>`);
  return `<tr>${cells.join('')}<td>${shown}</td></tr>`;
}

const escaped = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  );
