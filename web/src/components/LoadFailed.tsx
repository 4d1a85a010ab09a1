import { useT } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Says that something could not be loaded and offers a retry. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useT();
  return (
    <Notice kind="error">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{message}</span>
        <Button size="small" variant="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
    </Notice>
  );
}
