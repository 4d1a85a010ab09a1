import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useT } from '../../../i18n/i18n.ts';

interface RefundDialogProps {
  open: boolean;
  onClose: () => void;
  message: string;
}

/** Says why there is no refund to be received. */
export default function RefundDialog({ open, onClose, message }: RefundDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('home.refund')}>
      <Notice>{message}</Notice>
      <p className="mt-4 text-ink-2">{t('home.refundText')}</p>
      <Button full className="mt-5" onClick={onClose}>
        {t('dialog.ok')}
      </Button>
    </Dialog>
  );
}
