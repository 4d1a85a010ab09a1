import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang, bahtText } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { findActive } from '../bonus/bonusRow.ts';
import { accruedRefund } from './accruedRefund.ts';

type Check = ResponseOf<Contract['GET /api/refund/check']>;

/** What can be refunded now, and whether a bonus is in its way (RFD-01). */
export async function checkRefund(
  db: Db,
  memberId: bigint,
  rules: SettingValue<'refund'>,
  language: Language,
): Promise<Check> {
  const [{ amount }, active] = await Promise.all([
    accruedRefund(db, memberId, rules),
    findActive(db, memberId),
  ]);
  return {
    result: rules.isActive && amount >= BigInt(rules.minimumSatang),
    bonus: active !== undefined,
    info: presentInfo(rules, language),
    refundAmount: bahtFromSatang(amount),
    refundSuccess: rules.successBps / 100,
    refundFail: rules.failBps / 100,
  };
}

function presentInfo(rules: SettingValue<'refund'>, language: Language): string {
  return rules.info[language]
    .replaceAll('%percent%', String(rules.shareBps / 100))
    .replaceAll('%minimum%', bahtText(BigInt(rules.minimumSatang)))
    .replaceAll('%days%', String(rules.claimWithinDays));
}
