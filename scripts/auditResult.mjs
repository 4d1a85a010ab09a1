import { rowsBelow } from './sbom.mjs';

/**
 * What `npm audit --json` means beside the weaknesses that a person has judged.
 * @param answer its standard output
 * @param page the text of docs/components.md
 * @param today as 2026-11-28; a row counts until its date, that day included
 * @returns what to print, and 0 if every weakness is judged, 1 if not, 2 if the registry did not answer
 */
export function auditResult(answer, page, today) {
  const report = parsed(answer);
  if (report?.vulnerabilities === undefined || report.auditReportVersion !== 2)
    return {
      lines: [
        `NOT ASKED: the registry did not say which weaknesses it knows (${report?.message ?? 'no answer'}).`,
      ],
      exitCode: 2,
    };
  const until = new Map(rowsBelow(page, '## Judged weaknesses').map(([id, , , , date]) => [id, date]));
  const known = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'))
    .map(({ url, name, severity, title, range }) => ({
      id: url.slice(url.lastIndexOf('/') + 1),
      text: `${severity} ${name} ${range}: ${title}`,
    }));
  const unique = [...new Map(known.map((weakness) => [weakness.id, weakness])).values()];
  const open = unique.filter(({ id }) => !((until.get(id) ?? '') >= today));
  return {
    lines: [
      ...open.map(({ id, text }) =>
        until.has(id) ? `JUDGED UNTIL ${until.get(id)}: ${id} ${text}` : `NOT JUDGED: ${id} ${text}`,
      ),
      `${unique.length} known weaknesses, ${unique.length - open.length} of them judged`,
    ],
    exitCode: open.length === 0 ? 0 : 1,
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
