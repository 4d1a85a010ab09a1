import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { ensureHouseAccount, type HouseAccountKind } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { storedSetting } from '../../settings/settings.ts';
import { writeEntry } from '../statement/writeEntry.ts';
import { BONUS_LABEL, causeOf, detailOf } from './bonusRow.ts';
import type { Localized } from './localized.ts';
import type { MemberTotal } from './memberTotal.ts';
import type { Terms } from './terms.ts';

type Source = 'bonus' | 'promotion' | 'refund' | 'invite' | 'coupon';

const HOUSE: Readonly<Record<Source, HouseAccountKind>> = {
  bonus: 'bonus',
  promotion: 'bonus',
  refund: 'refund',
  invite: 'invite',
  coupon: 'coupon',
};

export interface Grant {
  source: Source;
  /** Code of the definition; null for refunds, invite shares and coupons. */
  code: string | null;
  name: Localized;
  type: 'limit' | 'day' | 'week';
  terms: Terms;
  depositPosting: bigint | null;
  stakedBefore: Satang;
}

/**
 * Starts a bonus with its terms frozen and books its money into the wallet. The caller has locked the member, read the
 * total under lock, and knows that no bonus is active. @returns the member's bonus
 */
export async function grantBonus(
  trx: Trx,
  memberId: bigint,
  total: MemberTotal,
  grant: Grant,
): Promise<bigint> {
  const { terms, source, name } = grant;
  const { id } = await trx
    .insertInto('member_bonus')
    .values({
      member_id: memberId,
      source,
      code: grant.code,
      name: JSON.stringify(name),
      type: grant.type,
      deposit_posting: grant.depositPosting,
      deposit: terms.deposit,
      bonus: terms.bonus,
      success_bps: terms.successBps,
      fail_bps: terms.failBps,
      turnover_bps: terms.turnoverBps,
      maximum_payout: terms.maximumPayout,
      beside: besideOf(total, terms.deposit),
      wallet_version: total.walletVersion + 1n,
      started_on: sql<Date>`(site.now() at time zone 'Asia/Bangkok')::date`,
      staked_before: grant.stakedBefore,
      turnover_percent: JSON.stringify(await storedSetting(trx, 'turnover')),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await post(trx, {
    key: keyFrom('bonus', id.toString(), 'grant'),
    code: source,
    debit: await ensureHouseAccount(trx, HOUSE[source]),
    credit: total.walletAccount,
    amount: terms.bonus,
    actor: `member:${memberId}`,
    cause: causeOf(id),
  });
  await writeEntry(trx, {
    memberId,
    cause: causeOf(id),
    type: 'bonus',
    status: 'SUCCESS',
    from: BONUS_LABEL,
    to: 'WALLET',
    amount: terms.bonus,
    detail: { [detailOf(source)]: { description: name } },
  });
  return id;
}

/** What the member can spend now besides the deposit. */
function besideOf({ available, games }: MemberTotal, deposit: Satang): Satang {
  const beside = available + games - deposit;
  return beside > 0n ? beside : 0n;
}
