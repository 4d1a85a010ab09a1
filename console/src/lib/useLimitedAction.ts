import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { shownMs } from '@krapao/ui/shownMs.ts';
import { t } from '../i18n/i18n.ts';
import { causeText } from './approvalWords.ts';
import { showMessage } from './showMessage.ts';
import { useAction } from './useAction.ts';

type Waits = ResponseOf<Contract['POST /api/console/gifts/:id/approve']>['waits'];

/** An action that may need a second operator: afterwards it reports `done`, or that it waits and why. */
export function useLimitedAction<Input, Result extends { waits: Waits }>(
  perform: (input: Input) => Promise<Result>,
  { done, onDone }: { done: string; onDone?: () => void },
) {
  return useAction(perform, {
    onDone: ({ waits }) => {
      showMessage(
        waits === null
          ? { message: done, color: 'teal' }
          : {
              title: t('approvals.asked'),
              message: causeText(waits.cause),
              color: 'yellow',
              autoClose: shownMs(12_000),
            },
      );
      onDone?.();
    },
  });
}
