import { Check, Copy } from 'lucide-react';
import { useT } from '../i18n/i18n.ts';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  text: string;
  /** The labels before and after copying, when "Copy" is not specific enough. */
  label?: string;
  doneLabel?: string;
  /** Whose text it is, for those who hear several such buttons. */
  of?: string;
  className?: string;
  onCopy?: () => void;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, doneLabel, of, className = '', onCopy }: CopyButtonProps) {
  const t = useT();
  const { isDone, copy } = useCopy(text);
  const Icon = isDone ? Check : Copy;
  return (
    <button
      type="button"
      className={`copy ${className}`}
      data-done={isDone ? '' : undefined}
      onClick={() => {
        void copy();
        onCopy?.();
      }}
    >
      <Icon aria-hidden="true" />
      <span>{(isDone && doneLabel) || (label ?? t('copy.label'))}</span>
      {of !== undefined && (
        <span translate="no" className="sr-only">
          {` ${of}`}
        </span>
      )}
    </button>
  );
}
