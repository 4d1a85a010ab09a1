import { ApiError } from '@krapao/contract/client';
import type { Words } from '../../i18n/words.ts';
import { asTold, isOutcomeUnknown } from '../../lib/moneyOutcome.ts';
import type { SlipView } from './slipUpload.ts';

/** The text and the button of the panel in each phase of a slip. */
export interface SlipScreen {
  notice: { kind: 'error' | 'success' | 'time'; words: Words };
  button: { act: 'send' | 'another' | 'leave'; words: Words; isOff: boolean };
}

/** @param reasonText the words for a rejection reason */
export function slipScreen(view: SlipView, reasonText: (reason: string | null) => string): SlipScreen {
  switch (view.phase) {
    case 'checking':
      return {
        notice: { kind: 'time', words: ['slip.checkingText'] },
        button: { act: 'leave', words: ['slip.later'], isOff: false },
      };
    case 'ended': {
      const { status, note, isRepeat } = view.slip;
      if (status === 'FAILED')
        return {
          notice: { kind: 'error', words: ['slip.failed', { reason: reasonText(note) }] },
          button: { act: 'another', words: ['slip.another'], isOff: false },
        };
      return {
        notice: { kind: 'success', words: [isRepeat ? 'slip.again' : 'slip.done'] },
        button: { act: 'leave', words: ['dialog.ok'], isOff: false },
      };
    }
    default:
      return {
        notice: { kind: 'time', words: ['slip.note'] },
        button: { act: 'send', words: ['slip.send'], isOff: view.phase === 'empty' },
      };
  }
}

/** How an upload ended without an answer: whether its key can be forgotten, and the error to tell; null for none. */
export function afterUpload(error: unknown): { isKnown: boolean; told: unknown } {
  // After an abort it is unknown whether the upload arrived.
  const isStopped = error instanceof ApiError && error.reason === 'aborted';
  return { isKnown: !isStopped && !isOutcomeUnknown(error), told: isStopped ? null : asTold(error) };
}

/**
 * The credited baht to report when a slip's check has ended; null when nothing was credited, or the slip was reported
 * before.
 */
export function creditedBy(view: SlipView): number | null {
  if (view.phase !== 'ended' || view.slip.status !== 'SUCCESS' || view.slip.isRepeat) return null;
  return view.slip.amount ?? 0;
}

/** The upload as text for its key: choosing the same file again is the same slip. */
export function askedOf({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return `slip ${name} ${size} ${lastModified}`;
}
