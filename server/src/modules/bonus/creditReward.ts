import type { Satang } from '@krapao/contract/money';
import type { Trx } from '../../database/connect.ts';
import { ensureHouseAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { writeEntry } from '../statement/writeEntry.ts';
import { BONUS_LABEL } from './bonusRow.ts';
import { grantBonus } from './grantBonus.ts';
import type { Localized } from './localized.ts';
import type { MemberTotal } from './memberTotal.ts';

/** A refund or a share of invited friends' play. */
export interface Reward {
  source: 'refund' | 'invite';
  /** The row that causes the reward. */
  id: bigint;
  amount: Satang;
  name: Localized;
  successBps: number;
  failBps: number;
}

const WHOLE_BPS = 10_000;

/** True if the reward must be played before it can be withdrawn: its target is above its amount. */
export function hasCondition({ successBps }: { successBps: number }): boolean {
  return successBps > WHOLE_BPS;
}

/**
 * Books a reward into the wallet, as a bonus if it has a condition. The caller has locked the member and the total.
 * @returns the bonus, null if there is no condition
 */
export async function creditReward(
  trx: Trx,
  memberId: bigint,
  total: MemberTotal,
  reward: Reward,
): Promise<bigint | null> {
  const { source, amount, name, successBps, failBps } = reward;
  if (hasCondition(reward))
    return grantBonus(trx, memberId, total, {
      source,
      code: null,
      name,
      type: 'limit',
      terms: { deposit: 0n, bonus: amount, successBps, failBps, turnoverBps: 0, maximumPayout: null },
      depositPosting: null,
      stakedBefore: 0n,
    });
  const cause = `${source}:${reward.id}`;
  await post(trx, {
    key: keyFrom(source, reward.id.toString()),
    code: source,
    debit: await ensureHouseAccount(trx, source),
    credit: total.walletAccount,
    amount,
    actor: `member:${memberId}`,
    cause,
  });
  await writeEntry(trx, {
    memberId,
    cause,
    type: 'bonus',
    status: 'SUCCESS',
    from: BONUS_LABEL,
    to: 'WALLET',
    amount,
    detail: { [source]: { description: name } },
  });
  return null;
}
