import { useT } from '../i18n/i18n.ts';
import type { MoneyPhase } from '../lib/useMoneyAction.ts';
import { Notice } from './Notice.tsx';

/** Reports the state of a money call that takes longer than usual. */
export function MoneyNotice({ phase }: { phase: MoneyPhase }) {
  const t = useT();
  const isShown = phase === 'checking' || phase === 'unclear' || phase === 'pending';
  return (
    <div role="status" className="mt-4 empty:mt-0">
      {isShown && <Notice kind="wait">{t(`money.${phase}Text`)}</Notice>}
    </div>
  );
}
