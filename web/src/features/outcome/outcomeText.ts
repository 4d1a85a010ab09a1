import { bahtText } from '@krapao/ui/money.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messageId.ts';
import { type KnownOutcome, refusalOf } from '../../lib/moneyOutcome.ts';

type Kind = NonNullable<KnownOutcome['kind']>;

/**
 * The messages for finished calls differ by kind: a QR or a transfer claim has moved no money, and a spin may have won
 * none.
 */
const DONE: Partial<Record<Kind, MessageId>> = {
  transfer: 'outcome.done.transfer',
  withdrawal: 'outcome.done.withdrawal',
  qr: 'outcome.done.qr',
  slip: 'outcome.done.slip',
  gift: 'outcome.done.gift',
  transferClaim: 'outcome.done.transferClaim',
  spin: 'outcome.done.spin',
};
const UNDER_WAY: Partial<Record<Kind, MessageId>> = {
  transfer: 'outcome.underWay.transfer',
  withdrawal: 'outcome.underWay.withdrawal',
  qr: 'outcome.underWay.qr',
  slip: 'outcome.underWay.slip',
  gift: 'outcome.underWay.gift',
};
/** For refusals without an error code. */
const REFUSED: Partial<Record<Kind, MessageId>> = {
  withdrawal: 'withdraw.failed',
  slip: 'outcome.refused.slip',
};

/** The outcome of a call whose form has disappeared, worded for its kind. */
export function outcomeText(outcome: KnownOutcome): string {
  const { state, kind } = outcome;
  const amount = bahtText(outcome.amount ?? 0);
  const idIn = (ids: Partial<Record<Kind, MessageId>>) => (kind === null ? undefined : ids[kind]);
  if (state === 'done') return t(idIn(DONE) ?? 'outcome.done', { amount });
  if (state === 'under_way') return t(idIn(UNDER_WAY) ?? 'outcome.underWay', { amount });
  const refusal = refusalOf(outcome);
  if (refusal) return t('outcome.refused', { reason: errorMessage(refusal) });
  return t(idIn(REFUSED) ?? 'error.TRANSFER_FAIL');
}
