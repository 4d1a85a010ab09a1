import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { useT } from '../../i18n/i18n.ts';
import { Footer } from './Footer.tsx';

interface ArrivedProps {
  /** The credited baht. */
  amount: number;
  /** Where it is now, in words. */
  text: string;
  /** What the wallet holds now, in baht. */
  walletAmount: number;
  /** Leads to the games; absent where there are none. */
  onGames: (() => void) | undefined;
  onDone: () => void;
  onAgain: () => void;
  /** What is offered once money has arrived. */
  children: Elements;
}

/** The whole view after money has arrived: how much, what the wallet holds now, and what is next. */
export function Arrived({ amount, text, walletAmount, onGames, onDone, onAgain, children }: ArrivedProps) {
  const t = useT();
  useVoice(t('home.arrived', { amount: bahtText(amount) }));
  return (
    <>
      <div className="flex flex-1 flex-col items-center justify-center gap-2 py-8 text-center">
        <CircleCheck size={64} strokeWidth={1.5} aria-hidden="true" className="text-jade" />
        <h3 className="mt-2">{t('slip.credited')}</h3>
        <p translate="no" className="num text-[2.25rem]/[1.3] font-semi">{`+${bahtText(amount)}`}</p>
        <p className="text-ink-2">{text}</p>
        <p className="num text-small whitespace-normal text-ink-3">
          {t('deposit.walletHolds', { amount: bahtText(walletAmount) })}
        </p>
        {children}
      </div>
      <Footer>
        <div className="flex flex-col gap-2">
          <Button variant="primary" full data-autofocus="" onClick={onGames ?? onDone}>
            {t(onGames ? 'deposit.toGames' : 'dialog.ok')}
          </Button>
          <Button variant="text" full onClick={onAgain}>
            {t('deposit.again')}
          </Button>
        </div>
      </Footer>
    </>
  );
}
