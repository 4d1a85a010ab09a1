import type { Satang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../../database/connect.ts';
import { UNDECIDED } from '../../../decision.ts';
import { ensureHouseAccount } from '../../../ledger/account.ts';
import { admitArrival } from '../../protection/admit.ts';
import { finishEntry, writeEntry } from '../../statement/writeEntry.ts';
import { creditDeposit } from '../creditDeposit.ts';
import type { DepositRules } from '../depositRules.ts';

export type GiftLinkRow = Selectable<Database['gift_link']>;

const PROVIDER = 'TRUEMONEY';

/** The statement's cause of a gift link. */
export const giftCause = (linkId: bigint): string => `gift:${linkId}`;

/** Until the transaction ends, nobody else reserves the link or finds that its money came. Before any row lock. */
export async function lockHash(trx: Trx, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.gift:${hash}`}, 0))`.execute(trx);
}

/** Shows a gift link on the statement while it is being redeemed; its amount is known at the end. */
export async function writeGiftEntry(trx: Trx, { id, member_id: memberId }: GiftLinkRow): Promise<void> {
  await writeEntry(trx, {
    memberId,
    cause: giftCause(id),
    type: 'deposit',
    status: 'PENDING',
    from: PROVIDER,
    to: 'WALLET',
    amount: 0n,
  });
}

/** Books what a gift link brought into the member's wallet. */
export async function creditGiftLink(
  trx: Trx,
  { id, member_id }: GiftLinkRow,
  credit: { amount: Satang; rules: DepositRules; actor: string },
): Promise<void> {
  await creditDeposit(trx, {
    ...credit,
    memberId: member_id,
    from: PROVIDER,
    debit: await ensureHouseAccount(trx, 'gift', PROVIDER),
    key: ['deposit', 'gift-link', String(id)],
    cause: giftCause(id),
  });
}

/**
 * `known`: it was booked before. `other_amount`: it was, with another amount. `late`: the link had been refused, and is
 * credited now. `queued`: an operator decides, as for `kept_out`, which safer play has kept out.
 */
export type Redeemed = 'credited' | 'known' | 'other_amount' | 'late' | 'queued' | 'kept_out';

/**
 * Books money that a gift link brought, also where the link has ended meanwhile: the money is at the house. What an
 * operator refused, or what may have been credited through another row of the link, waits for an operator again.
 */
export async function bookRedeemed(
  trx: Trx,
  { id, hash }: Pick<GiftLinkRow, 'id' | 'hash'>,
  amount: Satang,
  rules: DepositRules,
): Promise<Redeemed> {
  await lockHash(trx, hash);
  const link = await trx
    .selectFrom('gift_link')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (link.status === 'SUCCESS' || link.revived_at !== null)
    return link.amount === amount ? 'known' : 'other_amount';
  const wasRefused = link.status === 'FAILED';
  if ((wasRefused && link.decided_by !== null) || (await isElsewhere(trx, link))) {
    await revive(trx, link, amount, 'REDEEMED_LATE');
    return 'queued';
  }
  const closed = await admitArrival(trx, link.member_id, amount);
  if (closed) {
    await revive(trx, link, amount, closed.code);
    return 'kept_out';
  }
  await creditGiftLink(trx, link, { amount, rules, actor: 'system' });
  await trx
    .updateTable('gift_link')
    .set({ status: 'SUCCESS', amount, due_at: null, finished_at: sql`site.clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  return wasRefused ? 'late' : 'credited';
}

/** Whether another row reserves the link, or has brought its money. */
async function isElsewhere(trx: Trx, { id, hash }: GiftLinkRow): Promise<boolean> {
  const other = await trx
    .selectFrom('gift_link')
    .select('id')
    .where('hash', '=', hash)
    .where('id', '<>', id)
    .where('status', '<>', 'FAILED')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Leaves a link whose money came to an operator; the member sees it in progress. */
async function revive(trx: Trx, link: GiftLinkRow, amount: Satang, reason: string): Promise<void> {
  await trx
    .updateTable('gift_link')
    .set({
      status: 'PENDING',
      reason,
      amount,
      revived_at: sql`site.clock_timestamp()`,
      due_at: null,
      finished_at: null,
      ...UNDECIDED,
    })
    .where('id', '=', link.id)
    .execute();
  await writeGiftEntry(trx, link);
  await finishEntry(trx, giftCause(link.id), 'PENDING', { amount });
}
