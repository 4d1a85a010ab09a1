import { type RawBuilder, sql } from 'kysely';
import type { CopyPart } from '../catalogue/tableEntry.ts';

/** A chapter of a member's copy. */
export interface Chapter {
  part: CopyPart;
  /** Its rows, each column named by a word of copyWords.ts; times as they are, money as text in baht. */
  rows: (memberId: bigint) => RawBuilder<Record<string, unknown>>;
}

const baht = (column: string) => sql.raw(`(${column} / 100.0)::numeric(20, 2)::text`);

/**
 * What a member's copy holds. Never in it: others' data (senders, inviters, invited members, names of operators), secrets,
 * and what laws against laundering forbid to tell (docs/decisions/208-personal-data.md).
 */
export const CHAPTERS: readonly Chapter[] = [
  {
    part: 'profile',
    rows: (id) => sql`
      select id::text as number, phone_number as phone, name, bank_code as bank, bank_account_no as account,
        bank_account_name as holder, currency, coin as coins, source_code as source, created_at as at
      from member where id = ${id}
      union all
      select 'request ' || id, phone_number, told_name, bank_code, bank_account_no, bank_account_name, currency, null,
        note, created_at
      from change_request where member_id = ${id}`,
  },
  {
    part: 'devices',
    rows: (id) => sql`
      select 'device' as kind, user_agent as browser, address, first_seen_at as at, last_seen_at as last
      from member_device where member_id = ${id}
      union all
      select 'session', user_agent, address, created_at, last_seen_at from session where member_id = ${id}
      union all
      select 'passkey', name, null, created_at, last_used_at from passkey where member_id = ${id}
      union all
      select 'push', language, null, created_at, ended_at from push_subscription where member_id = ${id}
      union all
      select 'messenger', user_id, null, linked_at, ended_at from messenger_link where member_id = ${id}`,
  },
  {
    part: 'identity',
    rows: (id) => sql`
      select 'level ' || level as kind, null as name, null as day, null as state, proved_at as at
      from identity_proof where member_id = ${id}
      union all
      select coalesce(document_kind, 'request'), names::text, birth_date::text, state, created_at
      from identity_request where member_id = ${id}`,
  },
  {
    part: 'consents',
    rows: (id) => sql`
      select kind, is_given as given, version, language, place as shown, user_agent as browser, at
      from consent where member_id = ${id} order by consent.id`,
  },
  {
    part: 'protection',
    rows: (id) => sql`
      select 'limit ' || kind || ' ' || period as kind, most::text as amount, from_at as at, ended_at as last
      from member_limit where member_id = ${id}
      union all
      select 'offer ' || answer, null, at, null from limit_offer where member_id = ${id}
      union all
      select kind || ' ' || source, null, began_at, until_at from pause where member_id = ${id}
      union all
      select 'play', null, started_at, ended_at from play_session where member_id = ${id}
      union all
      select 'reality check', minutes::text, since, answered_at from reality_check where member_id = ${id}
      union all
      select 'reminder ' || reminder, null, answered_at, null from reminder_answer where member_id = ${id}`,
  },
  {
    part: 'deposits',
    rows: (id) => sql`
      select * from (
        select 'transfer' as kind, ${baht('amount')} as amount, currency, sending_bank as bank, trans_ref as reference,
          status as state, created_at as at
        from incoming_transfer where member_id = ${id}
        union all
        select 'slip', ${baht('amount')}, null, sending_bank, reference, status, uploaded_at
        from slip where member_id = ${id}
        union all
        select 'qr', ${baht('amount')}, pay_currency, bank_code, reference, status, created_at
        from deposit_qr where member_id = ${id}
        union all
        select gateway, ${baht('amount')}, pay_currency, null, reference, status, created_at
        from gateway_payment where member_id = ${id}
        union all
        select 'gift', ${baht('amount')}, null, null, null, status, created_at
        from gift_link where member_id = ${id}
        union all
        select 'claim', ${baht('amount')}, null, null, null, status, created_at
        from manual_deposit where member_id = ${id}
        union all
        select 'adjustment', ${baht('amount')}, null, null, reason_code, state, created_at
        from balance_adjustment where member_id = ${id}) d
      order by at`,
  },
  {
    part: 'withdrawals',
    rows: (id) => sql`
      select ${baht('amount')} as amount, bank_code as bank, bank_account_no as account, bank_account_name as holder,
        trans_ref as reference, state, created_at as at, settled_at as last
      from withdrawal where member_id = ${id} order by created_at`,
  },
  {
    part: 'transfers',
    rows: (id) => sql`
      select from_code as source, to_code as target, ${baht('moved')} as amount, status as state, created_at as at
      from transfer where member_id = ${id} order by created_at`,
  },
  {
    part: 'bonuses',
    rows: (id) => sql`
      select code as kind, ${baht('bonus')} as amount, ${baht('deposit')} as deposit, state, created_at as at,
        ended_at as last
      from member_bonus where member_id = ${id}
      union all
      select code, null, null, 'CHOSEN', chosen_at, null from promotion_choice where member_id = ${id}`,
  },
  {
    part: 'rewards',
    rows: (id) => sql`
      select 'refund' as kind, ${baht('amount')} as amount, created_at as at from refund where member_id = ${id}
      union all
      select 'invite', ${baht('amount')}, created_at from invite_receipt where member_id = ${id}
      union all
      select 'coupon', ${baht('amount')}, created_at from coupon where member_id = ${id}
      union all
      select 'coins', null, created_at from reward_grant where member_id = ${id} and kind = 'coins' and state = 'APPLIED'
      union all
      select 'coins', null, at from coin_change where member_id = ${id} and not is_start
      union all
      select 'spin', null, created_at from spin where member_id = ${id}`,
  },
  {
    part: 'games',
    rows: (id) => sql`
      select provider as game, day::text as day, ${baht('stake')} as stakes, ${baht('win')} as wins, rounds::text as rounds
      from play_day where member_id = ${id}
      union all
      select provider, null, null, null, username from game_account where member_id = ${id}
      union all
      select provider, null, null, null, null from favourite_game where member_id = ${id}`,
  },
  {
    part: 'rounds',
    rows: (id) => sql`
      select provider as game, reference, ${baht('staked')} as stakes, ${baht('won')} as wins, opened_at as at,
        closed_at as last
      from game_round where member_id = ${id} order by game_round.id`,
  },
  {
    part: 'statement',
    rows: (id) => sql`
      select id::text as number, statement_type as kind, from_label as source, to_label as target,
        ${baht('amount')} as amount, ${baht('balance_after')} as balance, status as state, created_at as at
      from statement_entry where member_id = ${id} order by statement_entry.id`,
  },
  {
    part: 'notifications',
    rows: (id) => sql`
      select kind, params ->> 'device' as browser, read_at as last, created_at as at
      from notification where member_id = ${id}
      union all
      select 'muted ' || array_to_string(muted, ' '), null, null, null from notification_choice where member_id = ${id}`,
  },
  {
    part: 'chat',
    rows: (id) => sql`
      select m.sender as kind, coalesce(m.payload ->> 'text', m.payload ->> 'message') as text,
        m.payload ->> 'filePath' as file, m.created_at as at
      from chat_message m join chat_room r on r.id = m.room_id
      where r.member_id = ${id} or r.adopted_by = ${id}
      union all
      select 'rating', c.rating::text, null, c.rated_at
      from chat_closing c join chat_room r on r.id = c.room_id
      where c.rating is not null and (r.member_id = ${id} or r.adopted_by = ${id})
      union all
      select f.kind, null, f.path, f.sent_at from chat_file f join chat_room r on r.id = f.room_id
      where r.member_id = ${id} or r.adopted_by = ${id}`,
  },
  {
    part: 'notes',
    rows: (id) => sql`
      select 'note' as kind, text, created_at as at from member_note where member_id = ${id}
      union all
      select 'tag', tag, null from member_tag where member_id = ${id}
      union all
      select 'chat', n.text, n.created_at from chat_note n join chat_room r on r.id = n.room_id
      where r.member_id = ${id} or r.adopted_by = ${id}`,
  },
];
