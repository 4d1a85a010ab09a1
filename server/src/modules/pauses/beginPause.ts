import type { PauseSource } from '@krapao/contract/api/protection/breaks';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { endAllSessions } from '../auth/logOut.ts';
import { lockLinked } from '../links/lockLinked.ts';
import { noteLinked } from '../links/noteLinked.ts';
import { notify } from '../notifications/notify.ts';
import { closeGames } from '../protection/closeGames.ts';
import { HOLDS, type PauseRow } from '../protection/pauseRow.ts';
import { endPlay } from '../protection/playTime.ts';
import { stopClock } from '../protection/realityClock.ts';

export interface NewPause {
  memberId: bigint;
  kind: 'break' | 'exclusion';
  source: PauseSource;
  /** Null: for ever. */
  until: Date | RawBuilder<Date> | null;
  /** The central register's name of its entry; only with source `register`. */
  reference?: string;
  /** The operator who began it, and why. */
  operator?: { id: bigint; reason: string };
  /** When it began at an account that was merged: it is kept beside one that is longer, which may end first. */
  began?: Date;
}

/**
 * Begins a break or an exclusion (protection.md 10 to 13). Deposits and play are refused from now on, games are closed and
 * their money comes back, open QRs and payments are closed; accounts that are surely the same person's rest too. An
 * exclusion also ends every session, the bonus, and the promotion that waits. A second entry of a register under the same
 * reference prolongs the first one, and never shortens it; one that ends no later than an entry that holds adds nothing.
 * @throws AppError NO_USER, PAUSE_LONGER (a member or an operator asks for one that ends before one that holds)
 */
export async function beginPause(trx: Trx, pause: NewPause): Promise<PauseRow> {
  const { memberId, kind } = pause;
  const others = await lockLinked(trx, [memberId]);
  if (!(await isThere(trx, memberId))) throw new AppError('NO_USER');
  if (pause.source === 'register') {
    const known = (await prolongEntry(trx, pause)) ?? (await longerPause(trx, pause).executeTakeFirst());
    if (known !== undefined) return known;
  }
  const isChosen = pause.source !== 'register' && pause.began === undefined;
  if (isChosen && (await endsBefore(trx, pause))) throw new AppError('PAUSE_LONGER');
  const row = await insertPause(trx, pause);
  // What tells of it is written before the sessions end, so that the browsers that are sent away are told too.
  await notify(trx, { memberId, kind: BEGAN[kind], key: `pause:${row.id}:began` });
  await closeDeposits(trx, memberId);
  await noteLinked(trx, row, others);
  await stopClock(trx, memberId);
  await endPlay(trx, memberId);
  await closeGames(trx, memberId, { endsBonus: kind === 'exclusion' });
  if (kind === 'exclusion') {
    await trx.deleteFrom('promotion_choice').where('member_id', '=', memberId).execute();
    await endAllSessions(trx, memberId);
  }
  return row;
}

async function isThere(trx: Trx, memberId: bigint): Promise<boolean> {
  const member = await trx.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
  return member !== undefined;
}

const BEGAN = { break: 'breakBegan', exclusion: 'exclusionBegan' } as const;

async function insertPause(
  trx: Trx,
  { memberId, kind, source, until, reference, operator, began }: NewPause,
): Promise<PauseRow> {
  return trx
    .insertInto('pause')
    .values({
      member_id: memberId,
      kind,
      source,
      reference: reference ?? null,
      begun_by: operator?.id ?? null,
      reason: operator?.reason ?? null,
      until_at: until,
      ...(began !== undefined && { began_at: began }),
      due_at: kind === 'break' ? until : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Whether a pause that holds ends no sooner. An exclusion is longer than every break; one whose term is over is longer than
 * nothing.
 */
export async function endsBefore(
  trx: Trx,
  { memberId, kind, until }: Pick<NewPause, 'memberId' | 'kind' | 'until'>,
): Promise<boolean> {
  return (await longerPause(trx, { memberId, kind, until }).executeTakeFirst()) !== undefined;
}

/** Another entry of a register is longer than an entry only: what a person began may end first. */
function longerPause(
  trx: Trx,
  { memberId, kind, until, source }: Pick<NewPause, 'memberId' | 'kind' | 'until'> & { source?: PauseSource },
) {
  return trx
    .selectFrom('pause')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(HOLDS)
    .where('kind', 'in', kind === 'break' ? ['break', 'exclusion'] : ['exclusion'])
    .$if(source === 'register', (rows) => rows.where('source', '=', 'register'))
    .where(sql<boolean>`(until_at is null or until_at >= (${until})::timestamptz)`)
    .limit(1);
}

/** The open entry of the same reference, prolonged if the register says so. */
async function prolongEntry(
  trx: Trx,
  { memberId, reference, until }: NewPause,
): Promise<PauseRow | undefined> {
  const open = await trx
    .selectFrom('pause')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('source', '=', 'register')
    .where('reference', '=', reference ?? '')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (open === undefined) return undefined;
  const prolonged = await trx
    .updateTable('pause')
    // Asked to return before: the new term comes first.
    .set({ until_at: until, return_asked_at: null })
    .where('id', '=', open.id)
    .where(sql<boolean>`until_at < coalesce((${until})::timestamptz, 'infinity')`)
    .returningAll()
    .executeTakeFirst();
  return prolonged ?? open;
}

/** Closes what waits for the member's money. A row that is being settled just now is left to who settles it. */
async function closeDeposits(trx: Trx, memberId: bigint): Promise<void> {
  await sql`
    update deposit_qr set status = 'CANCELLED', closed_at = site.clock_timestamp()
    where id in (
      select id from deposit_qr where member_id = ${memberId} and status = 'OPEN' for update skip locked)`.execute(
    trx,
  );
  await sql`
    update gateway_payment set status = 'CANCELLED', closed_at = site.clock_timestamp()
    where id in (
      select id from gateway_payment where member_id = ${memberId} and status in ('CREATING', 'OPEN')
      for update skip locked)`.execute(trx);
}
