import type { Database } from '../database/connect.ts';

/** A table whose rows carry the key of the call that made them. */
export type KeyedTable = {
  [Table in keyof Database]: Database[Table] extends { idempotency_key: unknown } ? Table : never;
}[keyof Database];

export type KeyColumn = 'member_id' | 'requested_by';

/** Which column names whose key it is. */
export const KEYED_TABLES = {
  balance_adjustment: 'requested_by',
  cash_entry: 'requested_by',
  coupon: 'member_id',
  deposit_qr: 'member_id',
  gateway_payment: 'member_id',
  gift_link: 'member_id',
  reward_grant: 'requested_by',
  manual_deposit: 'member_id',
  slip: 'member_id',
  spin: 'member_id',
  transfer: 'member_id',
  withdrawal: 'member_id',
} as const satisfies Record<KeyedTable, KeyColumn>;

/** A table with the keys of members. */
export type MemberKeyedTable = {
  [Table in KeyedTable]: (typeof KEYED_TABLES)[Table] extends 'member_id' ? Table : never;
}[KeyedTable];
