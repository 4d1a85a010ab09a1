import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';

/**
 * Writes down what invited members lost or won on a day, for those whose providers have all closed it and who had
 * deposited by then. An invitation of oneself and one over a shared bank account is flagged and earns nothing.
 * @param day YYYY-MM-DD
 */
export async function accrueInviteDays(trx: Trx, day: string): Promise<void> {
  await sql`
    insert into invite_flag (invitee_id, inviter_id, reason)
    select m.id, m.invited_by, case when m.id = m.invited_by then 'SELF' else 'SHARED_BANK' end
    from member m
    where m.invited_by is not null
      and exists (select from play_day p where p.member_id = m.id and p.day = ${day}::date)
      and (m.id = m.invited_by or exists (
        select from member o
        where o.bank_code = m.bank_code and o.bank_account_no = m.bank_account_no and o.id <> m.id
          and (o.id = m.invited_by or o.invited_by = m.invited_by)))
    on conflict do nothing`.execute(trx);
  await sql`
    insert into invite_day (invitee_id, day, inviter_id, net_loss)
    select m.id, ${day}::date, m.invited_by, sum(p.stake - p.win)::bigint
    from play_day p
    join member m on m.id = p.member_id and m.invited_by is not null
    where p.day = ${day}::date
      and not exists (select from invite_flag f where f.invitee_id = m.id)
      and exists (
        select from ledger.account w join ledger.posting d on d.credit = w.id
        where w.member_id = m.id and w.kind = 'wallet' and d.code = 'deposit' and d.phase = 'single'
          and (d.at at time zone 'Asia/Bangkok')::date <= ${day}::date)
      and not exists (
        select from game_account a
        where a.member_id = m.id and a.is_open and (a.created_at at time zone 'Asia/Bangkok')::date <= ${day}::date
          and not exists (
            select from play_close c where c.provider = a.provider and c.day = ${day}::date and c.closed_at is not null))
    group by m.id
    on conflict do nothing`.execute(trx);
}
