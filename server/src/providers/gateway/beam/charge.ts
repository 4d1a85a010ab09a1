import type { Satang } from '@krapao/contract/money';
import { type Static, Type } from 'typebox';
import { amountIn } from '../../template/wireValue.ts';
import { momentFromText } from '../../wireTime.ts';
import { OrderName } from '../gatewayMaker.ts';

/** The fields of a charge that count here; a notice carries the same. */
export const Charge = Type.Object({
  chargeId: OrderName,
  referenceId: Type.String(),
  status: Type.Union([Type.Literal('SUCCEEDED'), Type.Literal('PENDING'), Type.Literal('FAILED')]),
  currency: Type.String(),
  amount: Type.Unknown(),
  transactionTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** What was paid, and when; null if that cannot be read exactly. */
export function paidOf({
  amount,
  transactionTime,
}: Static<typeof Charge>): { amount: Satang; paidAt: Date } | null {
  const paid = amountIn('minor', amount);
  const paidAt = momentFromText(transactionTime ?? '');
  return paid === null || paidAt === null ? null : { amount: paid, paidAt };
}
