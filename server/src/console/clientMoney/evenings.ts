import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { type Position, positionAt } from './position.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 60_000;
/** A transaction that began before midnight has ended by then. */
const AFTER_MIDNIGHT_MS = 10 * 60_000;
/** Evenings that are made at once after a time without a server. */
const AT_ONCE = 31;
/** An account that nobody counted for so long is overdue. */
const COUNTED_WITHIN_MS = 3 * DAY_MS;

/** The evening's state, before an operator explains it. */
export function stateOf(
  { owed, inGames, books, counted, accounts }: Position,
  at: Date,
): 'COVERED' | 'SHORT' | 'OVERDUE' {
  const required = owed + inGames;
  if (books < required || counted < required) return 'SHORT';
  const isFresh = ({ countedAt }: Position['accounts'][number]) =>
    countedAt !== null && at.getTime() - countedAt.getTime() <= COUNTED_WITHIN_MS;
  return accounts.every(isFresh) ? 'COVERED' : 'OVERDUE';
}

/**
 * Stores the evenings since the last stored one, oldest first; the first is that of the day on which an account was set
 * aside. Any node may call it, and each evening is stored once. @returns how many
 */
export async function makeEvenings(db: Db, attForBaht: number, now = clock.date()): Promise<number> {
  const last = bangkokDay(now.getTime() - AFTER_MIDNIGHT_MS, 1);
  const { rows: missing } = await sql<{ day: string }>`
    select to_char(d, 'YYYY-MM-DD') as day
    from (select
      (select max(day) + 1 from client_money_evening) as next,
      (select (min(client_money_since) at time zone 'Asia/Bangkok')::date from deposit_account) as first) s
    cross join generate_series(
      greatest(s.next, s.first, ${last}::date - ${AT_ONCE - 1}::int), ${last}::date, interval '1 day') d
    where s.first is not null order by d`.execute(db);
  for (const { day } of missing) await makeEvening(db, day, attForBaht);
  return missing.length;
}

async function makeEvening(db: Db, day: string, attForBaht: number): Promise<void> {
  const at = new Date(Date.parse(`${day}T00:00:00+07:00`) + DAY_MS);
  const position = await inSnapshot(db, (trx) => positionAt(trx, { at, day, attForBaht }));
  const { owed, inGames, books, counted } = position;
  await sql`
    insert into client_money_evening (day, owed, in_games, books, counted, att_for_baht, state)
    values (${day}::date, ${owed}, ${inGames}, ${books}, ${counted}, ${attForBaht}, ${stateOf(position, at)})
    on conflict (day) do nothing`.execute(db);
}

/** Stores each evening soon after midnight in Bangkok. */
export function clientMoneyJobs({ patientDb, settings }: Pick<AppContext, 'patientDb' | 'settings'>): Job[] {
  return [
    {
      name: 'client-money',
      intervalMs: EVERY_MS,
      run: () => makeEvenings(patientDb, settings.get('kip').attForBaht),
    },
  ];
}

/** Ends the wait of an evening with an operator's words; its figures stay. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function explainEvening(trx: Trx, id: bigint, decision: Decision): Promise<void> {
  const row = await trx
    .selectFrom('client_money_evening')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'SHORT' && row.state !== 'OVERDUE') throw new AppError('ALREADY_DECIDED', row.state);
  await trx
    .updateTable('client_money_evening')
    .set({ state: 'EXPLAINED', ...decisionColumns(decision) })
    .where('id', '=', id)
    .execute();
}
