import { useT } from '../i18n/i18n.ts';
import type { MoneyPhase } from '../lib/useMoneyAction.ts';
import { Notice } from './Notice.tsx';

/** Says what is happening with a money call that has not ended within the usual time. */
export function MoneyNotice({ phase }: { phase: MoneyPhase }) {
  const t = useT();
  const isShown = phase === 'checking' || phase === 'unclear' || phase === 'pending';
  return (
    <div role="status" className="mt-4 empty:mt-0">
      {isShown && <Notice kind="wait">{t(`money.${phase}Text`)}</Notice>}
    </div>
  );
}
