import { FILE_ZONE, fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { CHAPTERS } from './chapters.ts';
import { CHAPTER_WORDS, COLUMN_WORDS, COPY_EMPTY, COPY_MADE, COPY_TITLE } from './copyWords.ts';

const FETCH = 500;

interface Target {
  json: { write(text: string): Promise<void> };
  html: { write(text: string): Promise<void> };
  /** Called after each chapter, with the number of those that are written. */
  onChapter: (done: number) => Promise<void>;
}

const STYLE =
  'body{font-family:system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border:1px solid #ccc;padding:.375rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f3f3f3}h2{margin-top:2rem}';

/**
 * Writes all that the site holds of a member as JSON and as a page that reads alone: rows come through a cursor, in one
 * snapshot, and leave as they come.
 */
export async function writeCopy(
  db: Db,
  { memberId, language, at }: { memberId: bigint; language: Language; at: Date },
  { json, html, onChapter }: Target,
): Promise<void> {
  const title = escaped(COPY_TITLE[language]);
  await json.write(`{"member":"${memberId}","madeAt":"${at.toISOString()}"`);
  await html.write(
    `<!doctype html><html lang="${language === 'la' ? 'lo' : language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${escaped(COPY_MADE[language])} ${fileTime(at)} (${FILE_ZONE})</p>`,
  );
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      for (const [nth, chapter] of CHAPTERS.entries()) {
        await json.write(`,\n"${chapter.part}":[`);
        await html.write(`<h2>${escaped(CHAPTER_WORDS[chapter.part][language])}</h2>`);
        let rows = 0;
        for await (const row of rowsOf(trx, chapter.rows(memberId))) {
          if (rows === 0) await html.write(headOf(Object.keys(row), language));
          await json.write(`${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`);
          await html.write(
            `<tr>${Object.values(row)
              .map((value) => `<td>${escaped(textOf(value))}</td>`)
              .join('')}</tr>\n`,
          );
          rows += 1;
        }
        await json.write(']');
        await html.write(rows === 0 ? `<p>${escaped(COPY_EMPTY[language])}</p>` : '</tbody></table>');
        await onChapter(nth + 1);
      }
    });
  await json.write('}\n');
}

async function* rowsOf(
  trx: Trx,
  query: RawBuilder<Record<string, unknown>>,
): AsyncGenerator<Record<string, unknown>> {
  await sql`declare copy no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(FETCH)} from copy`.execute(trx);
    yield* rows;
    if (rows.length < FETCH) break;
  }
  await sql`close copy`.execute(trx);
}

function headOf(columns: readonly string[], language: Language): string {
  const cells = columns.map(
    (column) => `<th scope="col">${escaped(COLUMN_WORDS[column]?.[language] ?? column)}</th>`,
  );
  return `<table><thead><tr>${cells.join('')}</tr></thead><tbody>\n`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? fileTime(value) : String(value);
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
