import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { type RawBuilder, sql } from 'kysely';
import { rowOfReference } from '../../modules/statement/rowId.ts';

/** Selects of the keys of rows, by source; a source that is missing has none. */
export type Keys = Readonly<Record<string, RawBuilder<unknown>>>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const entriesOf = (causes: RawBuilder<unknown>) =>
  sql`select id from statement_entry where cause in (${causes})`;

/** The rows that these operators decided. */
export function decidedBy(name: RegisterName, operators: readonly bigint[]): Keys {
  const of = (table: string) => sql`from ${sql.table(table)} where decided_by = any(${operators}::bigint[])`;
  switch (name) {
    case 'deposits':
      return {
        entry: entriesOf(sql`
          select 'slip:' || id ${of('slip')} union all select 'gateway:' || id ${of('gateway_payment')}
          union all select 'gift:' || id ${of('gift_link')} union all select 'manual:' || id ${of('manual_deposit')}
          union all select coalesce(cause, 'seen:' || id) ${of('incoming_transfer')}`),
        slip: sql`select id ${of('slip')}`,
      };
    case 'withdrawals':
      return { withdrawal: sql`select id ${of('withdrawal')}` };
    case 'transfers':
      return { leg: sql`select id ${of('transfer_leg')}` };
    case 'bonuses':
      return {
        bonus: sql`select member_bonus_id ${of('reward_grant')} and member_bonus_id is not null`,
        entry: entriesOf(sql`
          select 'coupon:' || c.id from coupon c join reward_grant g on g.id = c.grant_id
          where g.decided_by = any(${operators}::bigint[])`),
      };
  }
}

/** The rows that a reference names: ours (T12, S7, an id), or one of a bank or a gateway. */
export function referredTo(name: RegisterName, text: string): Keys {
  const row = rowOfReference(text);
  const entryId = row?.table === 'statement_entry' ? row.id : null;
  const slipId = row?.table === 'slip' ? row.id : null;
  const uuid = UUID.test(text.toLowerCase()) ? text.toLowerCase() : null;
  const causedBy = (kind: string) => sql`
    select split_part(cause, ':', 2) from statement_entry where id = ${entryId}::bigint and cause like ${`${kind}:%`}`;
  switch (name) {
    case 'deposits': {
      const slips = sql`select id from slip where id = ${slipId}::bigint or trans_ref = ${text} or reference = ${text}`;
      return {
        entry: sql`
          select ${entryId}::bigint union all ${entriesOf(sql`
            select 'slip:' || id from (${slips}) s
            union all select coalesce(cause, 'seen:' || id) from incoming_transfer where trans_ref = ${text}
            union all select 'gateway:' || id from gateway_payment
              where payment_id = ${text} or id = ${uuid}::uuid`)}`,
        slip: slips,
        incoming: sql`select id from incoming_transfer where trans_ref = ${text}`,
      };
    }
    case 'withdrawals':
      return {
        withdrawal: sql`
          select id from withdrawal where id = ${uuid}::uuid or trans_ref = ${text}
          union all select t.id::uuid from (${causedBy('withdrawal')}) t(id)`,
      };
    case 'transfers':
      return {
        leg: sql`
          select id from transfer_leg where id = ${uuid}::uuid or transfer_id = ${uuid}::uuid
          union all select id from transfer_leg where transfer_id in (select t.id::uuid from (${causedBy('transfer')}) t(id))`,
      };
    case 'bonuses':
      return {
        bonus: sql`select t.id::bigint from (${causedBy('bonus')}) t(id)`,
        entry: sql`select ${entryId}::bigint`,
      };
  }
}
