import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { useT } from '../../i18n/i18n.ts';
import { type BankAccount, BankAccountCard } from './BankAccountCard.tsx';
import { useWithdrawalEnd } from './useWithdrawalEnd.ts';

interface WithdrawnDialogProps {
  open: boolean;
  onClose: () => void;
  /** Baht. */
  amount: number;
  /** False: the bank pays it a little later. */
  isPaid: boolean;
  bankAccount: BankAccount;
  activityHref: string;
  /** What is offered while it is on its way, and once it is paid. */
  children?: Elements;
}

const ENDS = {
  waits: {
    Icon: Clock,
    colour: 'text-turm',
    title: 'withdraw.successTitle',
    words: 'withdraw.accepted',
  },
  paid: { Icon: CircleCheck, colour: 'text-jade', title: 'withdraw.paidTitle', words: 'withdraw.done' },
  refused: {
    Icon: CircleX,
    colour: 'text-verm',
    title: 'withdraw.refusedTitle',
    words: 'withdraw.refused',
  },
} as const;

/**
 * The whole view after a withdrawal: how much goes where, when it usually arrives, and where to follow it. It changes with the
 * withdrawal; its notification says that aloud.
 */
export default function WithdrawnDialog({
  open,
  onClose,
  amount,
  isPaid,
  bankAccount,
  activityHref,
  children,
}: WithdrawnDialogProps) {
  const t = useT();
  const end = useWithdrawalEnd(isPaid ? 'paid' : 'waits');
  const { Icon, colour, title, words } = ENDS[end];
  const text = t(words, { amount: bahtText(amount) });
  const [first] = useState(text);
  useVoice(first);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(title)}
      footer={
        <Button variant="primary" full onClick={onClose}>
          {t('dialog.ok')}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-2 pt-4 pb-4 text-center">
        <Icon size={64} strokeWidth={1.5} aria-hidden="true" className={colour} />
        <p
          translate="no"
          className={`num text-[2.25rem]/[1.3] font-semi ${end === 'refused' ? 'text-ink-3 line-through' : ''}`}
        >
          {bahtText(amount)}
        </p>
        <p className="text-ink-2">{text}</p>
      </div>
      {end !== 'refused' && <BankAccountCard bankAccount={bankAccount} />}
      {end === 'waits' && <p className="mt-3 text-small text-ink-3">{t('withdraw.note')}</p>}
      <Link href={activityHref} className="link mt-1 self-start text-small">
        {t('withdraw.follow')}
      </Link>
      {end !== 'refused' && children}
    </Dialog>
  );
}
