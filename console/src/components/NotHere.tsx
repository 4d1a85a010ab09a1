import type { Elements } from '@krapao/ui/elements.ts';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';

interface Props {
  /** The queue that has the address. */
  path: string;
  /** What became of the item that the address names; without it there is none. */
  children?: Elements;
}

/** In place of an item: what is known of the address, and the way to what waits. */
export function NotHere({ path, children }: Props) {
  const t = useT();
  return (
    <section className="centre rest ended" aria-live="polite">
      {children}
      {children === undefined && <p>{t('queue.noItem')}</p>}
      <Link href={path} replace>
        {t('queue.toFirst')}
      </Link>
    </section>
  );
}
