import { useReducer } from 'react';
import { showAlert } from '../../components/alert.ts';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { useMoneyAction } from '../../lib/useMoneyAction.ts';
import { failureText } from './failureText.ts';
import { transferAllRequest, transferRequest } from './requests.ts';
import { askedByPress, startTransfer, type TransferForm, transferReducer } from './transferForm.ts';
import type { Account } from './transferRules.ts';
import { movedWords, transferView } from './transferView.ts';

interface TransferOptions extends Pick<TransferForm, 'from' | 'to'> {
  accounts: readonly Account[];
  onDone: () => void;
}

/** State of one transfer form, and its call. */
export function useTransfer({ accounts, onDone, ...initial }: TransferOptions) {
  const [form, dispatch] = useReducer(transferReducer, initial, startTransfer);
  const { phase, isBusy, run } = useMoneyAction({
    onDone: (moved) => {
      toast.success(() => t(...movedWords(moved)));
      onDone();
    },
    onPending: () => dispatch({ type: 'pending' }),
    onFailed: (error, key) => {
      const { asked } = form;
      dispatch({ type: 'failed' });
      void failureText(error, key, asked).then((message) => showAlert({ kind: 'error', message }));
    },
  });

  function press() {
    dispatch({ type: 'pressed' });
    const asked = askedByPress(form, accounts, phase);
    if (asked === null) return;
    dispatch({ type: 'asked', asked });
    void run(
      asked.kind === 'collect'
        ? transferAllRequest(asked.to.code)
        : transferRequest(asked.from.code, asked.to.code, asked.amount),
    );
  }

  return { form, view: transferView(form, accounts, phase), phase, isBusy, dispatch, press };
}
