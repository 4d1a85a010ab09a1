import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { limitBeyond, type Standing } from '../../components/OwnMoneyNotice.tsx';
import { isCode } from '../../lib/api.ts';

export type Adjustment = BodyOf<Contract['POST /api/console/members/:id/adjust']>;

/** A correction as it is entered. */
export interface AdjustForm {
  isIn: boolean;
  /** Baht as the field gives them: a number, or a text while it is none. */
  size: string | number;
  reasonCode: Adjustment['reasonCode'];
  reason: string;
}

export const emptyAdjustment: AdjustForm = {
  isIn: true,
  size: '',
  reasonCode: 'MISSING_DEPOSIT',
  reason: '',
};

/** What a form asks for. @param standing what one person may still make; undefined while it is not known */
export function adjustView({ isIn, size, reasonCode, reason }: AdjustForm, standing: Standing | undefined) {
  const baht = Math.max(0, Number(size) || 0);
  const amount = isIn || baht === 0 ? baht : -baht;
  const isComplete = baht > 0 && reason.trim() !== '';
  return {
    baht,
    amount,
    needsSecond: standing !== undefined && limitBeyond(standing, baht) !== undefined,
    /** Null while something is missing. */
    asked: isComplete ? ({ amount, reasonCode, reason: reason.trim() } satisfies Adjustment) : null,
  };
}

/** A correction that was begun: its Idempotency-Key and what was entered. */
export interface BegunAdjustment {
  key: string;
  form: AdjustForm;
  /** It was sent and its answer was lost, so it may be booked. */
  isUnanswered: boolean;
}

/** Of what a tab keeps; also after a reload. */
const keptAs = (subject: string) => `krapao.console.adjustment.${subject}`;

/**
 * What a dialog begins with. A correction of this operator for this member (`subject`) whose answer was lost comes back
 * as it was sent, under its key, so that it is not made twice.
 */
export function beginAdjustment(subject: string): BegunAdjustment {
  const kept = sessionStorage.getItem(keptAs(subject));
  return kept === null
    ? { key: randomKey(), form: emptyAdjustment, isUnanswered: false }
    : { ...JSON.parse(kept), isUnanswered: true };
}

/** It is being sent. What was sent first under the key may be booked, so that is what comes back. */
export function sentAdjustment(subject: string, { key, form }: BegunAdjustment): void {
  if (beginAdjustment(subject).key !== key)
    sessionStorage.setItem(keptAs(subject), JSON.stringify({ key, form }));
}

/** Whether an error says that nothing was booked under the key. */
export function isRefused(error: unknown): boolean {
  return (['NO_USER', 'INVALID_AMOUNT', 'MONEY_NOT_ENOUGH'] as const).some((code) => isCode(error, code));
}

/** It is known how it ended. */
export function endAdjustment(subject: string): void {
  sessionStorage.removeItem(keptAs(subject));
}
