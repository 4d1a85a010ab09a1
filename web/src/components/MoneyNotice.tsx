import { useEffect, useRef } from 'react';
import { useT } from '../i18n/i18n.ts';
import type { MoneyPhase } from '../lib/useMoneyAction.ts';
import { Notice } from './Notice.tsx';

/** Reports the state of a money call that takes longer than usual. Scrolls into view: it tells where the money is. */
export function MoneyNotice({ phase }: { phase: MoneyPhase }) {
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const isShown = phase === 'checking' || phase === 'unclear' || phase === 'pending';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has a text of another height
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown, phase]);
  return (
    <div ref={element} role="status" className="mt-4 empty:mt-0">
      {isShown && <Notice kind="wait">{t(`money.${phase}Text`)}</Notice>}
    </div>
  );
}
