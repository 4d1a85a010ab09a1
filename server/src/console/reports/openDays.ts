import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { decisionColumns } from '../../decision.ts';
import { accrueInviteDays } from '../../modules/invite/accrueInviteDays.ts';
import { bookDay } from '../../modules/play/bookDay.ts';
import { FIRST_DAY, LAST_DAY } from '../../modules/play/houseDays.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, changeOrAsk, type Waits, waitsFor } from '../approvals/ask.ts';

const SHOWN_MOST = 100;
const subjectOf = (id: string) => `playDay:${id}`;

interface OpenDay {
  id: bigint;
  provider: string;
  name_th: string;
  name_la: string;
  name_en: string;
  /** YYYY-MM-DD */
  day: string;
  house: string | null;
  is_removed: boolean;
  reason: string;
  members: bigint;
}

/** The days of play whose house has told no figures, the oldest first, with the members whom each holds back. */
async function openDays(db: Db | Trx, id: string | null = null): Promise<OpenDay[]> {
  const { rows } = await sql<OpenDay>`
    select c.id, c.provider, g.name_th, g.name_la, g.name_en, c.day::text as day, h.name as house,
      c.connection_id is not null and h.id is null as is_removed, c.reason, (
        select count(*) from game_account a
        where a.provider = c.provider and c.day between ${FIRST_DAY} and ${LAST_DAY}) as members
    from play_close c join game_provider g on g.code = c.provider left join connection h on h.id = c.connection_id
    where c.closed_at is null and c.reason is not null and (${id}::bigint is null or c.id = ${id}::bigint)
    order by c.day, c.id limit ${SHOWN_MOST}`.execute(db);
  return rows;
}

/** Days of play that no house closes: until someone does, their members get no refund and no invite share of them. */
export async function listOpenDays(db: Db, language: Language) {
  const rows = await openDays(db);
  return Promise.all(
    rows.map(async (row) => ({
      id: String(row.id),
      title: row[`name_${language}`],
      day: row.day,
      house: row.house,
      isRemoved: row.is_removed,
      reason: row.reason,
      members: Number(row.members),
      waits: await waitsFor(db, subjectOf(String(row.id))),
    })),
  );
}

/**
 * Two operators close a day without its house's figures: what is stored of it counts, and nothing more. Refunds and invite
 * shares are then paid as if nobody had played more there.
 */
export const openDayApproval: ApprovalKind<{ id: string }> = {
  name: 'play.close',
  permission: () => 'transfer.decide',
  titleOf: async (db, { id }) => {
    const [row] = await openDays(db, id);
    return row && `${row.name_en} · ${row.day}`;
  },
  present: async (db, { id }) => {
    const [row] = await openDays(db, id);
    if (row === undefined) return [];
    return [
      { name: 'game', text: row.name_en },
      { name: 'day', text: row.day },
      { name: 'house', text: row.house ?? '–' },
      { name: 'members', text: String(row.members) },
    ];
  },
  apply: async (trx, { recorder, decision }, { id }, context) => {
    const [row] = await openDays(trx, id);
    if (row === undefined) throw new AppError('NO_DATA', 'no open day');
    const lock = async () => {
      const { rows } = await sql`
        select from play_close where id = ${id} and closed_at is null for update`.execute(trx);
      if (rows.length === 0) throw new AppError('CHANGED_MEANWHILE');
    };
    await bookDay(
      trx,
      { id: row.id, provider: row.provider, day: row.day, lock },
      {
        players: undefined,
        onClosed: (t, day) => accrueInviteDays(t, day, context.settings.get('links')),
      },
    );
    await trx.updateTable('play_close').set(decisionColumns(decision)).where('id', '=', row.id).execute();
    await recorder({
      action: 'play.close',
      subject: subjectOf(id),
      after: { provider: row.provider, day: row.day, house: row.house, why: row.reason },
      reason: decision.reason,
    });
  },
};

/** @throws AppError NO_DATA (closed, or not asked yet), APPROVAL_WAITING, CHANGED_MEANWHILE */
export async function closeOpenDay(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<Waits | null> {
  const [row] = await openDays(context.db, id);
  if (row === undefined) throw new AppError('NO_DATA', 'no open day');
  return changeOrAsk(context, asker, openDayApproval, {
    subject: subjectOf(id),
    payload: { id },
    cause: { code: 'TWO_PERSONS' },
    reason,
    isOnly: true,
  });
}
