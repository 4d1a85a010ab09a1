import { bahtText } from '@krapao/ui/money.ts';
import { useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  /** Baht that we asked for. */
  asked: number;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (moved: number, reason: string) => void;
}

/** The amount that the provider's books show in place of the one asked for; a second operator decides. */
export function OtherAmountDialog({ asked, isBusy, onClose, onConfirm }: Props) {
  const t = useT();
  const [moved, setMoved] = useState<number | ''>('');
  const [problem, setProblem] = useState<string>();
  function confirm(reason: string): void {
    if (moved === '' || moved === asked) setProblem(t('transfers.otherAmountMissing'));
    else onConfirm(moved, reason);
  }
  return (
    <ReasonDialog
      title={t('transfers.otherAmount')}
      hint={t('transfers.otherAmountHint', { amount: bahtText(asked) })}
      action={t('transfers.otherAmountAsk')}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={confirm}
    >
      <MoneyInput
        label={t('transfers.movedAmount')}
        value={moved}
        onChange={(value) => {
          setMoved(value);
          setProblem(undefined);
        }}
        error={problem}
        min={0.01}
        max={100_000_000}
        mt="md"
      />
    </ReasonDialog>
  );
}
