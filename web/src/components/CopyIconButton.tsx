import { Check, Copy } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

/** Copies a text; shows only an icon. `of` names the copied text for screen readers. */
export function CopyIconButton({ text, of }: { text: string; of: string }) {
  const t = useT();
  const { isDone, copy } = useCopy(text);
  const Icon = isDone ? Check : Copy;
  return (
    <IconButton
      label={`${t('copy.label')} ${of}`}
      className={isDone ? 'text-jade' : 'text-gold'}
      onClick={copy}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}
