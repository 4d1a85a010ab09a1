import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang, bahtText } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { findActive } from '../bonus/bonusRow.ts';
import { accruedRefund, type RefundRules } from './accruedRefund.ts';

type Check = ResponseOf<Contract['GET /api/refund/check']>;

/** What can be refunded now, and whether a bonus prevents it (RFD-01). */
export async function checkRefund(
  db: Db,
  memberId: bigint,
  rules: RefundRules,
  language: Language,
): Promise<Check> {
  const [{ amount }, active] = await Promise.all([
    accruedRefund(db, memberId, rules),
    findActive(db, memberId),
  ]);
  const { refund } = rules;
  return {
    result: refund.isActive && amount > 0n && amount >= BigInt(refund.minimumSatang),
    bonus: active !== undefined,
    info: presentInfo(refund, language),
    refundAmount: bahtFromSatang(amount),
    refundSuccess: refund.successBps / 100,
    refundFail: refund.failBps / 100,
  };
}

function presentInfo(rules: SettingValue<'refund'>, language: Language): string {
  return rules.info[language]
    .replaceAll('%percent%', String(rules.shareBps / 100))
    .replaceAll('%minimum%', bahtText(BigInt(rules.minimumSatang)))
    .replaceAll('%days%', String(rules.claimWithinDays));
}
