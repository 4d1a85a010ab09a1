import type { Slip } from './uploadSlip.ts';

/** A slip from the choice of the file to the end of its check. */
export type SlipView =
  | { phase: 'empty' }
  | { phase: 'chosen'; file: File }
  | { phase: 'sending'; file: File; part: number }
  | { phase: 'checking'; file: File; slip: Slip }
  | { phase: 'ended'; file: File; slip: Slip };

export type SlipEvent =
  | { type: 'chose'; file: File }
  | { type: 'removed' }
  | { type: 'sent' }
  | { type: 'progressed'; part: number }
  | { type: 'stopped' }
  | { type: 'answered'; slip: Slip };

/** DEP-05: applies an event to the slip; events that do not fit the phase change nothing. */
export function slipReducer(view: SlipView, event: SlipEvent): SlipView {
  switch (event.type) {
    case 'chose':
      return view.phase === 'sending' || view.phase === 'checking'
        ? view
        : { phase: 'chosen', file: event.file };
    case 'removed':
      return view.phase === 'sending' || view.phase === 'checking' ? view : { phase: 'empty' };
    case 'sent':
      return view.phase === 'chosen' ? { phase: 'sending', file: view.file, part: 0 } : view;
    case 'progressed':
      return view.phase === 'sending'
        ? { ...view, part: Math.max(view.part, Math.min(1, event.part)) }
        : view;
    case 'stopped':
      return view.phase === 'sending' ? { phase: 'chosen', file: view.file } : view;
    case 'answered': {
      if (view.phase !== 'sending' && view.phase !== 'checking') return view;
      return { phase: isEnded(event.slip) ? 'ended' : 'checking', file: view.file, slip: event.slip };
    }
  }
}

/** STM-03: every status but success and failure is in progress. */
export function isEnded({ status }: Pick<Slip, 'status'>): boolean {
  return status === 'SUCCESS' || status === 'FAILED';
}
