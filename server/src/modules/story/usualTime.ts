import { type RawBuilder, sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';

/** Movements that are alike: their kind, and the bank or the game. */
export type UsualKind =
  | 'payout'
  | 'report'
  | 'decidedReport'
  | 'claim'
  | 'slip'
  | 'gift'
  | 'latePayment'
  | 'game';

export interface UsualOf {
  kind: UsualKind;
  /** Code of the bank, gateway or game; empty where there is one place only. */
  place: string;
  began: Date;
}

/** Whole seconds: half of the movements were done within `half`, nine of ten within `most`. */
export interface UsualTime {
  half: number;
  most: number;
}

/** With fewer examples, nothing is said. */
export const FEWEST = 20;
/** Only the newest rows are read, so that a busy site's question costs no more than a small one's. */
const NEWEST = 2_000;
const KEPT_MS = 60_000;

/** The seconds that recent movements took, by indexes on when they ended. */
const TOOK: Readonly<Record<UsualKind, (place: string) => RawBuilder<unknown>>> = {
  payout: (bank) => sql`
    select settled_at - created_at as took from (
      select * from withdrawal where settled_at > site.now() - interval '28 days' order by settled_at desc limit ${NEWEST}) w
    where w.state = 'PAID' and w.bank_code = ${bank}`,
  report: (bank) => reports(bank, sql`i.decided_by is null`),
  decidedReport: (bank) => reports(bank, sql`i.decided_by is not null`),
  claim: (bank) => sql`
    select n.finished_at - n.created_at as took from (
      select * from manual_deposit where status = 'SUCCESS' and finished_at > site.now() - interval '28 days'
      order by finished_at desc limit ${NEWEST}) n
    join member m on m.id = n.member_id where m.bank_code = ${bank}`,
  slip: (bank) => sql`
    select s.finished_at - s.uploaded_at as took from (
      select * from slip where finished_at > site.now() - interval '28 days' order by finished_at desc limit ${NEWEST}) s
    join member m on m.id = s.member_id where s.status = 'SUCCESS' and m.bank_code = ${bank}`,
  gift: () => sql`
    select finished_at - created_at as took from gift_link
    where status = 'SUCCESS' and finished_at > site.now() - interval '28 days' order by finished_at desc limit ${NEWEST}`,
  latePayment: (gateway) => sql`
    select decided_at - queued_at as took from (
      select * from gateway_payment where decided_at > site.now() - interval '28 days'
      order by decided_at desc limit ${NEWEST}) p
    where p.gateway = ${gateway} and p.status = 'PAID'`,
  game: (game) => sql`
    select t.settled_at - t.created_at as took from (
      select transfer_id from transfer_leg where provider = ${game} and created_at > site.now() - interval '28 days'
      order by created_at desc limit ${NEWEST}) l
    join transfer t on t.id = l.transfer_id where t.status = 'SUCCESS'`,
};

function reports(bank: string, which: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select i.credited_at - i.transferred_at as took from (
      select * from incoming_transfer where credited_at > site.now() - interval '28 days'
      order by credited_at desc limit ${NEWEST}) i
    join deposit_account a on a.id = i.deposit_account_id
    where a.bank_code = ${bank} and ${which} and i.early_seconds + i.late_seconds < 3600`;
}

const known = new WeakMap<Db, Map<string, { at: number; time: Promise<UsualTime | null> }>>();

/**
 * How long such movements usually take, learned from those of the last four weeks at most; null for fewer than FEWEST.
 * An answer is kept for a minute.
 */
export function usualTime(db: Db, { kind, place }: Omit<UsualOf, 'began'>): Promise<UsualTime | null> {
  const mine = known.get(db) ?? new Map();
  known.set(db, mine);
  const key = `${kind} ${place}`;
  const before = mine.get(key);
  if (before !== undefined && clock.now() - before.at < KEPT_MS) return before.time;
  const time = learn(db, TOOK[kind](place));
  mine.set(key, { at: clock.now(), time });
  time.catch(() => mine.delete(key));
  return time;
}

async function learn(db: Db, took: RawBuilder<unknown>): Promise<UsualTime | null> {
  const { rows } = await sql<{ count: bigint; half: number; most: number }>`
    select count(*) as count,
      coalesce(percentile_disc(0.5) within group (order by seconds), 0) as half,
      coalesce(percentile_disc(0.9) within group (order by seconds), 0) as most
    from (select greatest(ceil(extract(epoch from took)), 1)::integer as seconds from (${took}) examples) e`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || row.count < BigInt(FEWEST)) return null;
  return { half: row.half, most: row.most };
}

/** When a movement is later than nine of ten were, and never within its first half minute. */
export function lateFrom({ began }: UsualOf, { most }: UsualTime): Date {
  return new Date(began.getTime() + Math.max(most, 30) * 1000);
}
