import type { StatementEntry } from '@krapao/contract/api/statementEntry';
import type { Story } from '@krapao/contract/api/story';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Promised } from '@krapao/contract/queues';
import { rowReference } from '@krapao/contract/rowReference';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Db } from '../../database/connect.ts';
import type { Keys } from '../../sealed.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { tellSlip } from '../story/depositStory.ts';
import { tellStory } from '../story/tellStory.ts';
import type { Told } from '../story/told.ts';
import { lateFrom, type UsualOf, usualTime } from '../story/usualTime.ts';
import { presentEntries, type Reader } from './presentEntries.ts';
import { readRounds } from './readPlays.ts';
import { receiptCode } from './receiptCode.ts';
import { parseRowId } from './rowId.ts';

type Row = Selectable<Database['statement_entry']>;

/** Who reads a story, and the keys with which its receipt is signed. */
export interface StoryReader extends Reader {
  receiptKeys: Keys;
  promises: SettingValue<'promises'>;
}

/** The queue of each kind of movement whose usual time is known. */
const QUEUE_OF: Readonly<Record<UsualOf['kind'], Promised>> = {
  slip: 'slips',
  report: 'incoming',
  decidedReport: 'incoming',
  latePayment: 'latePayments',
  claim: 'transferClaims',
  gift: 'gifts',
  payout: 'withdrawals',
  game: 'transfers',
};

/**
 * The story of one row of this member, the same for the member and for operators.
 * @param id of a statement entry, or `slip-` and the id of a slip
 * @throws AppError NO_DATA for no such row of this member
 */
export async function showStory(db: Db, memberId: bigint, id: string, reader: StoryReader): Promise<Story> {
  const row = parseRowId(id);
  const { entry, told } =
    row.table === 'slip'
      ? await storyOfSlip(db, memberId, row.id)
      : await storyOfEntry(db, memberId, row.id, reader);
  const usual = told.usual && (await usualTime(db, told.usual));
  const late = told.usual && usual && entry.status === 'PENDING' ? lateFrom(told.usual, usual) : undefined;
  return {
    entry: { ...entry, ...(late !== undefined && { lateFrom: late.toISOString() }) },
    reference: rowReference(id),
    receiptCode:
      row.table === 'slip' || entry.status === 'PENDING' ? null : receiptCode(reader.receiptKeys, id),
    bankReference: told.bankReference,
    steps: told.steps.map(({ at, ...step }) => ({ ...step, at: at?.toISOString() ?? null })),
    ...(entry.play && { rounds: await readRounds(db, row.id) }),
    waitsFor: told.waitsFor,
    ...(told.place !== undefined && { place: told.place }),
    promisedMinutes:
      told.waitsFor === 'operator' && told.usual ? reader.promises[QUEUE_OF[told.usual.kind]] : null,
    usual,
  };
}

/** From when a row in progress takes longer than usual; undefined if nothing is known of such movements. */
export async function lateFromOf(db: Db, row: Row, { language }: Reader): Promise<string | undefined> {
  const { usual } = await tellStory(db, row, language);
  const time = usual && (await usualTime(db, usual));
  return time ? lateFrom(usual, time).toISOString() : undefined;
}

async function storyOfEntry(
  db: Db,
  memberId: bigint,
  id: bigint,
  reader: Reader,
): Promise<{ entry: StatementEntry; told: Told }> {
  const row = await db
    .selectFrom('statement_entry')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  const [entry] = await presentEntries(db, [row], reader);
  if (entry === undefined) throw new AppError('NO_DATA');
  return { entry, told: await tellStory(db, row, reader.language) };
}

/** A slip as a row: a deposit that is not yet on the statement, or was refused. */
async function storyOfSlip(
  db: Db,
  memberId: bigint,
  slipId: bigint,
): Promise<{ entry: StatementEntry; told: Told }> {
  const slip = await db
    .selectFrom('slip')
    .select(['status', 'amount', 'uploaded_at', 'step'])
    .where('id', '=', slipId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const told = slip && (await tellSlip(db, slipId));
  if (slip === undefined || told === undefined) throw new AppError('NO_DATA');
  const entry: StatementEntry = {
    _id: `slip-${slipId}`,
    statementType: 'deposit',
    status: slip.status as StatementEntry['status'],
    from: 'BANK',
    to: 'WALLET',
    amount: bahtFromSatang(slip.amount ?? 0n),
    createdAt: slip.uploaded_at.toISOString(),
    ...(slip.step === 'OPERATOR' && { isBeingChecked: true }),
  };
  return { entry, told };
}
