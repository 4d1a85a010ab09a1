import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { admitArrival } from '../protection/admit.ts';
import { tellDepositReached } from '../protection/limits/tellReached.ts';
import { finishEntry, writeEntry } from '../statement/writeEntry.ts';
import type { DepositRules } from './depositRules.ts';

export interface DepositCredit {
  memberId: bigint;
  amount: Satang;
  /** Label of the statement: a bank code, TRUEMONEY. */
  from: string;
  /** House account that received the money. */
  debit: bigint;
  key: [string, ...string[]];
  cause: string;
  /** The member earns a wheel coin for each whole `satangForCoin` by which net deposits rise. */
  rules: Pick<DepositRules, 'satangForCoin'>;
  /** The actor: `system`, or an operator. */
  actor: string;
}

/**
 * Books a deposit into the wallet, with its coins and its statement row. Whoever has another place for money that may not
 * be credited asks admitArrival first.
 * @throws AppError what admitArrival answers: also an operator's word credits nothing that safer play has closed
 */
export async function creditDeposit(trx: Trx, credit: DepositCredit): Promise<void> {
  const { memberId, amount, from, cause } = credit;
  const closed = await admitArrival(trx, memberId, amount);
  if (closed) throw closed;
  await giveCoins(trx, credit);
  await post(trx, {
    key: keyFrom(...credit.key),
    code: 'deposit',
    actor: credit.actor,
    cause,
    debit: credit.debit,
    credit: await ensureMemberAccount(trx, memberId, 'wallet'),
    amount,
  });
  await writeEntry(trx, {
    memberId,
    cause,
    type: 'deposit',
    status: 'SUCCESS',
    from,
    to: 'WALLET',
    amount,
  });
  // A manual deposit already has a row, from the member's claim.
  await finishEntry(trx, cause, 'SUCCESS', { amount });
  await tellDepositReached(trx, memberId);
}

/** Coins for net deposits of `net` satang above their maximum before, `mark`. */
export const coinsEarned = (
  net: RawBuilder<unknown>,
  mark: RawBuilder<unknown>,
  satangForCoin: bigint | number,
) => sql<bigint>`greatest(${net} - ${mark}, 0) / ${satangForCoin}::bigint`;

/**
 * Coins are earned when net deposits (minus requested and not refused withdrawals) rise above their previous maximum:
 * money that circulates earns none (SPN-02, docs/decisions/145-bonuses.md).
 */
async function giveCoins(trx: Trx, { memberId, amount, rules }: DepositCredit): Promise<void> {
  await sql`
    update member set
      deposited = deposited + ${amount},
      coin = coin + ${coinsEarned(sql`deposited + ${amount} - withdrawn`, sql`coin_mark`, rules.satangForCoin)},
      coin_mark = greatest(deposited + ${amount} - withdrawn, coin_mark)
    from (
      select coalesce(sum(amount), 0)::bigint as withdrawn from withdrawal
      where member_id = ${memberId} and state <> 'REJECTED'
    ) w
    where id = ${memberId}`.execute(trx);
}
