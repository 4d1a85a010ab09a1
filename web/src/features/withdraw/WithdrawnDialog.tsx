import { bahtText } from '@krapao/ui/money.ts';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { useT } from '../../i18n/i18n.ts';
import { type BankAccount, BankAccountCard } from './BankAccountCard.tsx';

interface WithdrawnDialogProps {
  open: boolean;
  onClose: () => void;
  /** Baht. */
  amount: number;
  /** False: the bank pays it a little later. */
  isPaid: boolean;
  bankAccount: BankAccount;
  activityHref: string;
}

/** The whole view after a withdrawal: how much goes where, when it usually arrives, and where to follow it. */
export default function WithdrawnDialog({
  open,
  onClose,
  amount,
  isPaid,
  bankAccount,
  activityHref,
}: WithdrawnDialogProps) {
  const t = useT();
  const text = t(isPaid ? 'withdraw.done' : 'withdraw.accepted', { amount: bahtText(amount) });
  useVoice(text);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('withdraw.successTitle')}
      footer={
        <Button variant="primary" full onClick={onClose}>
          {t('dialog.ok')}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-2 pt-4 pb-2 text-center">
        <CircleCheck size={64} strokeWidth={1.5} aria-hidden="true" className="text-jade" />
        <p translate="no" className="num text-[2.25rem]/[1.3] font-semi">
          {bahtText(amount)}
        </p>
        <p className="text-ink-2">{text}</p>
      </div>
      <h3 className="mt-4">{t('withdraw.toAccount')}</h3>
      <BankAccountCard bankAccount={bankAccount} />
      {!isPaid && <p className="mt-3 text-small text-ink-3">{t('withdraw.note')}</p>}
      <Link href={activityHref} className="link mt-1 self-start text-small">
        {t('withdraw.follow')}
      </Link>
    </Dialog>
  );
}
