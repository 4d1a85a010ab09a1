import { useQuery } from '@tanstack/react-query';
import { showAlert } from '../../components/alert.ts';
import { BannerCarousel } from '../../components/BannerCarousel.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { useCheckedAction } from '../../lib/useKeyedAction.ts';
import './bonus.css';
import { type Bonus, noticeQuery, useBonusChanged } from './queries.ts';
import { receiptsOf } from './receipts.ts';

interface BonusDialogProps {
  open: boolean;
  onClose: () => void;
  bonus: Bonus;
}

/**
 * A bonus with its banners, its terms and the notice. The button receives it, or only closes when it is already active
 * (BON-04).
 */
export default function BonusDialog({ open, onClose, bonus }: BonusDialogProps) {
  const t = useT();
  const { data: notice } = useQuery(noticeQuery);
  const changed = useBonusChanged();
  const { code, name, type, maxReceived, percentFail, banners } = bonus;
  const isActive = bonus.userBonus?.isActive ?? false;
  const receive = useCheckedAction({
    asked: `bonus ${code}`,
    send: (idempotencyKey) => client('GET /api/bonus/activate/:code', { params: { code }, idempotencyKey }),
    onDone: () => {
      onClose();
      noteArrivalSaid(null);
      showAlert({ kind: 'success', title: t('saved'), message: t('bonus.activated', { name }) });
      void changed();
    },
    onFailed: (error) => {
      showAlert({ kind: 'error', message: errorMessage(error) });
      void changed();
    },
  });
  const { received } = receiptsOf(bonus, serverNow());
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={name}
      busy={receive.isBusy}
      saysArrival={receive.isBusy}
      footer={
        isActive ? (
          <Button full onClick={onClose}>
            {t('dialog.ok')}
          </Button>
        ) : (
          <Button
            variant="primary"
            full
            busyLabel={
              receive.isBusy && t(receive.phase === 'checking' ? 'money.checking' : 'bonus.receiving')
            }
            onClick={receive.run}
          >
            {t(receive.phase === 'unclear' ? 'money.askAgain' : 'bonus.receive')}
          </Button>
        )
      }
    >
      <MoneyNotice phase={receive.phase} />
      {banners.length > 0 && <BannerCarousel banners={banners} label={t('banners.label')} />}
      <dl className="facts mt-4">
        <div>
          <dt>{t('bonus.available')}</dt>
          <dd className="font-semi">{t(`bonus.times.${type}`, { count: maxReceived })}</dd>
        </div>
        <div>
          <dt>{t(`bonus.soFar.${type}`)}</dt>
          <dd className="num">{t('bonus.ofMaximum', { count: received, maximum: maxReceived })}</dd>
        </div>
        <div>
          <dt>{t('bonus.percentFail')}</dt>
          <dd className="num font-semi text-turm">{`${percentFail}%`}</dd>
        </div>
      </dl>
      {notice && (
        <div className="mt-4">
          <Notice>
            <RichText html={notice.notice.replaceAll('%percentFail%', String(percentFail))} />
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
