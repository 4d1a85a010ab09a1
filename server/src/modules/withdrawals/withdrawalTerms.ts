import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { accessChangedAt } from './freshAccess.ts';

/**
 * What a member knows before a withdrawal (WDR-01): the limits in baht, the rate of a kip account, that the account is
 * frozen, and that a person checks withdrawals above an amount because a way into the account has just changed. A
 * registration is no change.
 */
export async function withdrawalTerms(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/lookup/withdraw']>> {
  const { minimumSatang, maximumSatang, isAutomatic } = settings.get('withdraw');
  const { passwordAgeHours, freshAccessSatang } = settings.get('payout');
  const changedAt = accessChangedAt('member');
  const until = sql<Date>`${changedAt} + make_interval(hours => ${passwordAgeHours}::int)`;
  const member = await db
    .selectFrom('member')
    .select([
      'currency',
      'frozen_at',
      sql<Date | null>`case when ${changedAt} > created_at and ${until} > site.now() then ${until} end`.as(
        'until',
      ),
    ])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    withdrawMin: bahtFromSatang(BigInt(minimumSatang)),
    withdrawMax: bahtFromSatang(BigInt(maximumSatang)),
    isFrozen: member.frozen_at !== null,
    ...(isAutomatic &&
      member.until !== null && {
        checked: { above: bahtFromSatang(BigInt(freshAccessSatang)), until: member.until.toISOString() },
      }),
    ...(member.currency === 'LAK' && { kipForBaht: settings.get('kip').attForBaht / 100 }),
  };
}
