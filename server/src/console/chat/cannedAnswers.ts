import { isDeepStrictEqual } from 'node:util';
import { unknownPlaceholders } from '@krapao/contract/chatPlaceholders';
import type { Language } from '@krapao/contract/limits';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Db, Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';
import { setPositions } from '../content/setPositions.ts';

type Localized = Record<Language, string>;

export interface AnswerTerms {
  title: Localized;
  text: Localized;
}

/** The canned answers in the operators' order. */
export async function listAnswers(db: Db | Trx) {
  const rows = await db.selectFrom('chat_answer').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map(presentAnswer);
}

/** Adds a canned answer. @throws AppError INVALID_REQUEST for blank text, PLACEHOLDER_UNKNOWN */
export async function addAnswer(trx: Trx, recorder: Recorder, terms: AnswerTerms) {
  requireWords(terms);
  const row = await trx
    .insertInto('chat_answer')
    .values({
      ...columnsOf(terms),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from chat_answer)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recorder({ action: 'chatAnswer.add', subject: `chatAnswer:${row.id}`, after: terms });
  return presentAnswer(row);
}

/** Changes a canned answer. @throws AppError NO_DATA, INVALID_REQUEST for blank text, PLACEHOLDER_UNKNOWN */
export async function editAnswer(
  trx: Trx,
  recorder: Recorder,
  { id, terms }: { id: bigint; terms: AnswerTerms },
) {
  requireWords(terms);
  const before = await lockAnswer(trx, id);
  const row = await trx
    .updateTable('chat_answer')
    .set(columnsOf(terms))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recorder({
    action: 'chatAnswer.edit',
    subject: `chatAnswer:${id}`,
    before: { title: before.title, text: before.text },
    after: terms,
  });
  return presentAnswer(row);
}

/** Removes a canned answer. @throws AppError NO_DATA */
export async function removeAnswer(trx: Trx, recorder: Recorder, id: bigint): Promise<void> {
  const { title, text } = await lockAnswer(trx, id);
  await trx.deleteFrom('chat_answer').where('id', '=', id).execute();
  await recorder({ action: 'chatAnswer.remove', subject: `chatAnswer:${id}`, before: { title, text } });
}

/** Reorders all canned answers. @throws AppError CHANGED_MEANWHILE if the list does not contain all of them */
export async function orderAnswers(trx: Trx, recorder: Recorder, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('chat_answer')
    .select(['id', 'position'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const before = rows.toSorted((one, other) => one.position - other.position).map(({ id }) => String(id));
  if (!isDeepStrictEqual(before.toSorted(), ids.toSorted())) throw new AppError('CHANGED_MEANWHILE');
  await setPositions(trx, sql`chat_answer`, sql`id`, ids);
  await recorder({ action: 'chatAnswer.order', subject: 'chatAnswer:all', before, after: ids });
}

async function lockAnswer(trx: Trx, id: bigint) {
  const row = await trx
    .selectFrom('chat_answer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA', 'no such answer');
  return row;
}

function requireWords({ title, text }: AnswerTerms): void {
  const words = [...Object.values(title), ...Object.values(text)];
  if (words.some((one) => one.trim() === '')) throw new AppError('INVALID_REQUEST', 'a blank text');
  const [unknown] = Object.values(text).flatMap(unknownPlaceholders);
  if (unknown !== undefined) throw new AppError('PLACEHOLDER_UNKNOWN', unknown);
}

function columnsOf({ title, text }: AnswerTerms) {
  return { title: JSON.stringify(title), text: JSON.stringify(text) };
}

function presentAnswer(row: Selectable<Database['chat_answer']>) {
  return {
    id: String(row.id),
    title: row.title as unknown as Localized,
    text: row.text as unknown as Localized,
  };
}
