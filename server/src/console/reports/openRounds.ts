import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import type { ToldMove } from '../../providers/roundTold.ts';
import type { Recorder } from '../act.ts';

const SHOWN_MOST = 100;

interface Row {
  id: string;
  reason: 'OPEN' | 'OTHER_CONTENT' | 'CANCELLED_BET' | 'WIN_IS_SPENT';
  name_th: string;
  name_la: string;
  name_en: string;
  house: string | null;
  member_id: bigint;
  reference: string;
  amount: bigint;
  since: Date;
  times: number;
  connection_id: string;
  asked_at: Date | null;
  outcome: 'TOLD' | 'UNKNOWN' | 'NEVER' | null;
  told: StoredMove[] | null;
}

/** As askMakers.ts stores it; the amount in satang. */
interface StoredMove extends Omit<ToldMove, 'amount'> {
  amount: string;
}

/** What operators ask makers of seamless games about: rounds that do not end, and what contradicts our books. */
export async function listOpenRounds(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  language: Language,
) {
  const { openRoundMinutes } = settings.get('seamless');
  const { rows } = await sql<Row>`
    select i.*, g.name_th, g.name_la, g.name_en, h.name as house, q.asked_at, q.outcome, q.told from (
      (select 'round-' || r.id as id, 'OPEN' as reason, r.provider, r.connection_id, r.member_id, r.reference,
        r.staked as amount, r.opened_at as since, 1 as times, r.id as round_id
      from game_round r where r.closed_at is null
        and r.opened_at < site.clock_timestamp() - make_interval(mins => ${openRoundMinutes}::integer)
      order by r.opened_at limit ${SHOWN_MOST})
      union all
      (select 'conflict-' || c.id, c.reason, c.provider, c.connection_id, c.member_id, c.reference, c.amount, c.first_at,
        c.times, null
      from game_conflict c where c.decided_at is null order by c.first_at limit ${SHOWN_MOST})) i
    join game_provider g on g.code = i.provider left join connection h on h.id = i.connection_id
    left join round_question q on q.round_id = i.round_id
    order by i.since, i.id`.execute(db);
  const booked = await bookedOf(db, rows);
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    title: row[`name_${language}`],
    house: row.house,
    memberId: String(row.member_id),
    reference: row.reference,
    amount: bahtFromSatang(row.amount),
    since: row.since.toISOString(),
    times: row.times,
    maker: presentAnswer(row, booked),
  }));
}

const nameOf = (connectionId: string, id: string) => `${connectionId} ${id}`;

/** Which of the transactions that makers named are booked here. */
async function bookedOf(db: Db, rows: readonly Row[]): Promise<Set<string>> {
  const named = rows.flatMap(({ connection_id, told }) =>
    (told ?? []).map(({ id }) => [connection_id, id] as const),
  );
  if (named.length === 0) return new Set();
  const found = await sql<{ connection_id: string; reference: string }>`
    select t.connection_id, t.reference
    from unnest(${named.map(([connection]) => connection)}::uuid[], ${named.map(([, id]) => id)}::text[]) as n (connection, id)
    join game_transaction t on t.connection_id = n.connection and t.reference = n.id and t.state <> 'TOMBSTONE'`.execute(
    db,
  );
  return new Set(found.rows.map(({ connection_id, reference }) => nameOf(connection_id, reference)));
}

/** What the maker has of the round, without what it counts as not done or has cancelled. */
function presentAnswer({ connection_id, outcome, asked_at, told }: Row, booked: ReadonlySet<string>) {
  if (outcome === null) return null;
  const standing = (told ?? []).filter(({ stands }) => stands !== false);
  const cancelled = new Set(standing.flatMap(({ verb, refersTo }) => (verb === 'cancel' ? [refersTo] : [])));
  const sumOf = (wanted: ToldMove['verb']) =>
    standing
      .filter(({ id, verb }) => verb === wanted && !cancelled.has(id))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    outcome,
    askedAt: asked_at?.toISOString() ?? null,
    known: (told ?? []).length,
    staked: bahtFromSatang(sumOf('debit')),
    won: bahtFromSatang(sumOf('credit')),
    missing: standing.filter(({ id }) => !booked.has(nameOf(connection_id, id))).length,
  };
}

/**
 * Notes what a maker said: the round counts as over, or the contradiction as looked at. No money moves.
 * @param id `round-7` or `conflict-7` @throws AppError NO_DATA for what is over, or was looked at
 */
export async function settleOpenRound(
  trx: Trx,
  recorder: Recorder,
  { id, decision }: { id: string; decision: Decision },
): Promise<void> {
  const [kind, number = ''] = id.split('-');
  const decided = decisionColumns(decision);
  const { numUpdatedRows } =
    kind === 'round'
      ? await trx
          .updateTable('game_round')
          .set({ ...decided, closed_at: sql<Date>`site.clock_timestamp()` })
          .where('id', '=', BigInt(number))
          .where('closed_at', 'is', null)
          .executeTakeFirst()
      : await trx
          .updateTable('game_conflict')
          .set(decided)
          .where('id', '=', BigInt(number))
          .where('decided_at', 'is', null)
          .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NO_DATA');
  await recorder({ action: 'play.settle', subject: `play:${id}`, reason: decision.reason });
}
