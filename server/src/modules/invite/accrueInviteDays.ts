import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { linkedMembers } from '../links/linkedMembers.ts';
import { allClosed } from '../play/leaveOutHouseMoney.ts';
import { flagInvitees } from './flagInvitees.ts';

/**
 * Stores the losses of own money, or the winnings, of invited members on a day, for those whose providers have all
 * closed it and who had deposited by then. Winnings on that day of members who are one person with the invitee are left
 * out, because a player who bets on both sides loses nothing. An invitee who is one person with the inviter is flagged
 * and earns nothing.
 * @param day YYYY-MM-DD
 */
export async function accrueInviteDays(trx: Trx, day: string, rules: SettingValue<'links'>): Promise<void> {
  const { rows } = await sql<{ id: bigint; inviter_id: bigint; net_loss: bigint }>`
    select m.id, m.invited_by as inviter_id, sum(p.stake - p.win)::bigint - coalesce((
      select h.amount from house_money_day h where h.member_id = m.id and h.day = ${day}::date), 0) as net_loss
    from play_day p
    join member m on m.id = p.member_id and m.invited_by is not null
    where p.day = ${day}::date
      and not exists (select from invite_day i where i.invitee_id = m.id and i.day = ${day}::date)
      and exists (
        select from ledger.account w join ledger.posting d on d.credit = w.id
        where w.member_id = m.id and w.kind = 'wallet' and d.code = 'deposit' and d.phase = 'single'
          and (d.at at time zone 'Asia/Bangkok')::date <= ${day}::date)
      and ${allClosed(sql.ref('m.id'), day)}
    group by m.id`.execute(trx);
  const accrued: { invitee_id: bigint; inviter_id: bigint; net_loss: Satang }[] = [];
  for (const { id, inviter_id, net_loss } of rows) {
    const wins = net_loss > 0n ? await winsOfSamePerson(trx, id, day, rules) : 0n;
    // Not all their providers have closed the day; closing the last one calls this again.
    if (wins === undefined) continue;
    const left = wins === 0n || net_loss > wins ? net_loss - wins : 0n;
    accrued.push({ invitee_id: id, inviter_id, net_loss: left });
  }
  if (accrued.length === 0) return;
  await sql`
    insert into invite_day (invitee_id, day, inviter_id, net_loss)
    select invitee_id, ${day}::date, inviter_id, net_loss
    from unnest(${accrued.map((one) => one.invitee_id)}::bigint[], ${accrued.map((one) => one.inviter_id)}::bigint[],
      ${accrued.map((one) => one.net_loss)}::bigint[]) as one (invitee_id, inviter_id, net_loss)
    on conflict do nothing`.execute(trx);
  for (const inviterId of new Set(accrued.map((one) => one.inviter_id)))
    await flagInvitees(trx, inviterId, rules);
}

/**
 * The winnings of the others who are one person with this member on a day; undefined while one of their providers has
 * not closed it.
 */
async function winsOfSamePerson(
  trx: Trx,
  memberId: bigint,
  day: string,
  rules: SettingValue<'links'>,
): Promise<Satang | undefined> {
  const others = (await linkedMembers(trx, memberId, rules)).map((one) => one.memberId);
  if (others.length === 0) return 0n;
  const { rows } = await sql<{ wins: bigint; is_closed: boolean }>`
    select coalesce(sum(greatest((
        select coalesce(sum(p.win - p.stake), 0) from play_day p where p.member_id = m.id and p.day = ${day}::date), 0)), 0)::bigint
        as wins,
      bool_and(${allClosed(sql.ref('m.id'), day)}) as is_closed
    from member m where m.id = any(${others}::bigint[])`.execute(trx);
  return rows[0]?.is_closed ? rows[0].wins : undefined;
}
