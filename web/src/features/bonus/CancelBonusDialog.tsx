import { bahtText, signedBahtText } from '@krapao/ui/money.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';
import './bonus.css';
import { leftAfter } from './leftAfter.ts';
import { type ActiveBonus, useBonusChanged } from './queries.ts';

interface CancelBonusDialogProps {
  open: boolean;
  onClose: () => void;
  active: ActiveBonus;
}

/** Shows the cost of cancelling, to the satang, before it cancels; a failure is an alert dialog (BON-01). */
export default function CancelBonusDialog({ open, onClose, active }: CancelBonusDialogProps) {
  const t = useT();
  const changed = useBonusChanged();
  const cancel = useCheckedAction({
    asked: 'bonus clear',
    send: (idempotencyKey) => client('GET /api/bonus/clear', { idempotencyKey }),
    onDone: () => {
      toast.success(() => t('error.BONUS_CLEAR'));
      onClose();
      void changed();
    },
    onFailed: (error) => {
      showAlert({ kind: 'error', message: errorMessage(error) });
      onClose();
      void changed();
    },
  });
  // After cancelling, the closing dialog still shows the cancelled bonus.
  const [last, setLast] = useState(active);
  if (active.status && active !== last) setLast(active);
  const { type, progress } = active.status ? active : last;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('bonus.cancelTitle', { name: type ?? '' })}
      shape="centred"
      role="alertdialog"
      busy={cancel.isBusy}
    >
      <div className="flex items-start gap-3">
        <TriangleAlert size={24} className="flex-none text-verm" aria-hidden="true" />
        <p className="text-ink-2">{t('bonus.cancelText')}</p>
      </div>
      {progress && (
        <dl className="facts facts-box mt-4">
          <div>
            <dt>{t('bonus.cancelNow')}</dt>
            <dd translate="no" className="num">
              {bahtText(progress.now)}
            </dd>
          </div>
          <div>
            <dt>{t('bonus.cancelCost')}</dt>
            <dd translate="no" className="num font-semi text-verm">
              {signedBahtText(progress.cancelCost, '-')}
            </dd>
          </div>
          <div>
            <dt>{t('bonus.cancelLeft')}</dt>
            <dd translate="no" className="num font-semi">
              {bahtText(leftAfter(progress))}
            </dd>
          </div>
        </dl>
      )}
      <MoneyNotice phase={cancel.phase} />
      <div className="mt-5 flex flex-col gap-2">
        <Button full data-autofocus disabled={cancel.isBusy} onClick={onClose}>
          {t('bonus.keep')}
        </Button>
        <Button
          variant="danger"
          full
          busyLabel={cancel.isBusy && t(cancel.phase === 'checking' ? 'money.checking' : 'bonus.cancelling')}
          onClick={cancel.run}
        >
          {t(cancel.phase === 'unclear' ? 'money.askAgain' : 'bonus.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
