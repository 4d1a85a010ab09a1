import { APP_VERSION } from '@krapao/contract/limits';
import { useT } from '../i18n/i18n.ts';

/** The product's name and version (CON-01). */
export function Version({ className = '' }: { className?: string }) {
  const t = useT();
  return (
    <p className={`num text-caption text-ink-3 ${className}`}>
      {t('app.version', { name: t('app.name'), version: APP_VERSION })}
    </p>
  );
}
