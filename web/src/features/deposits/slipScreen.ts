import { ApiError } from '@krapao/contract/client';
import type { Words } from '../../i18n/words.ts';
import { isOutcomeUnknown } from '../../lib/moneyOutcome.ts';
import type { SlipView } from './slipUpload.ts';

/** What the panel says of a slip in its phase, and what its button does. */
export interface SlipScreen {
  notice: { kind: 'error' | 'success' | 'time'; words: Words };
  button: { act: 'send' | 'another' | 'leave'; words: Words; isOff: boolean };
}

/** @param reasonText why a slip was refused, in words */
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

/** What an upload without an answer means: whether its key may be forgotten, and whether the member is told. */
export function afterUpload(error: unknown): { isKnown: boolean; isTold: boolean } {
  // Who stops an upload does not know whether it has arrived.
  const isStopped = error instanceof ApiError && error.reason === 'aborted';
  return { isKnown: !isStopped && !isOutcomeUnknown(error), isTold: !isStopped };
}

/** The baht to tell of when a slip has ended; null where it brought none, or was told of before. */
export function creditedBy(view: SlipView): number | null {
  if (view.phase !== 'ended' || view.slip.status !== 'SUCCESS' || view.slip.isRepeat) return null;
  return view.slip.amount ?? 0;
}

/** What is uploaded, as text for its key: the same file chosen again is the same slip. */
export function askedOf({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return `slip ${name} ${size} ${lastModified}`;
}
