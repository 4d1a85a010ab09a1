import { useMutation } from '@tanstack/react-query';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { RichText } from '../../components/RichText.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import './bonus.css';
import { type Promotion, useBonusChanged } from './queries.ts';

interface PromotionDialogProps {
  open: boolean;
  onClose: () => void;
  promotion: Promotion;
}

/** A promotion that was found by its code, with its terms; activates it (BON-02). */
export default function PromotionDialog({ open, onClose, promotion }: PromotionDialogProps) {
  const t = useT();
  const changed = useBonusChanged();
  const { code, description, percentFail } = promotion;
  const activate = useMutation({
    mutationFn: () => client('GET /api/promotion/activate/:code', { params: { code } }),
    onSuccess: () => {
      onClose();
      showAlert({ kind: 'success', title: t('saved'), message: t('promotion.activated') });
    },
    onError: (error) => showAlert({ kind: 'error', message: errorMessage(error) }),
    onSettled: changed,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('promotion.title', { code })}
      busy={activate.isPending}
      footer={
        <Button
          variant="primary"
          full
          busyLabel={activate.isPending && t('bonus.receiving')}
          onClick={() => activate.mutate()}
        >
          {t('promotion.activate')}
        </Button>
      }
    >
      <RichText html={description} className="text-ink-2" />
      <dl className="facts facts-box mt-4">
        <div>
          <dt>{t('bonus.percentFail')}</dt>
          <dd className="num font-semi text-turm">{percentFail}%</dd>
        </div>
      </dl>
    </Dialog>
  );
}
