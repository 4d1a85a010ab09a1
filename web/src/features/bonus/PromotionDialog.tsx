import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';
import './bonus.css';
import { type Promotion, useBonusChanged } from './queries.ts';

interface PromotionDialogProps {
  open: boolean;
  onClose: () => void;
  promotion: Promotion;
}

/** A promotion that was found by its code, with its terms; the button activates it (BON-02). */
export default function PromotionDialog({ open, onClose, promotion }: PromotionDialogProps) {
  const t = useT();
  const changed = useBonusChanged();
  const { code, description, percentFail } = promotion;
  const activate = useCheckedAction({
    asked: `promotion ${code}`,
    send: (idempotencyKey) =>
      client('GET /api/promotion/activate/:code', { params: { code }, idempotencyKey }),
    onDone: () => {
      onClose();
      noteArrivalSaid(null);
      showAlert({ kind: 'success', title: t('saved'), message: t('promotion.activated') });
      void changed();
    },
    onFailed: (error) => {
      showAlert({ kind: 'error', message: errorMessage(error) });
      void changed();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('promotion.title', { code })}
      busy={activate.isBusy}
      saysArrival={activate.isBusy}
      footer={
        <Button
          variant="primary"
          full
          busyLabel={
            activate.isBusy && t(activate.phase === 'checking' ? 'money.checking' : 'bonus.receiving')
          }
          onClick={activate.run}
        >
          {t(activate.phase === 'unclear' ? 'money.askAgain' : 'promotion.activate')}
        </Button>
      }
    >
      <RichText html={description} className="text-ink-2" />
      <dl className="facts facts-box mt-4">
        <div>
          <dt>{t('bonus.percentFail')}</dt>
          <dd className="num font-semi text-turm">{`${percentFail}%`}</dd>
        </div>
      </dl>
      <MoneyNotice phase={activate.phase} />
    </Dialog>
  );
}
