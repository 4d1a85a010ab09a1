import type { Elements } from '@krapao/ui/elements.ts';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';

interface Props {
  /** Whether the address has one of the filters. */
  isUsed: boolean;
  /** The fields, and what clears them. */
  children: Elements;
}

/** Filters, folded until one is used. From then on only a hand folds them: a field that was emptied stays in view. */
export function FilterFold({ isUsed, children }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(isUsed);
  const [wasUsed, setWasUsed] = useState(isUsed);
  if (wasUsed !== isUsed) {
    setWasUsed(isUsed);
    if (isUsed) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="filters">{t('registers.filters')}</summary>
      {children}
    </details>
  );
}
