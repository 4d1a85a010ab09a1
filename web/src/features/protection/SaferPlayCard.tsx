import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { pauseQuery } from './queries.ts';

/** The profile's way to the safer-play centre, and when the member logged in before (protection.md 2, 20). */
export function SaferPlayCard() {
  const t = useT();
  const { data } = useQuery(pauseQuery);
  return (
    <>
      <h2 className="pt-5 text-h3">{t('safe.title')}</h2>
      <div className="card mt-2 flex flex-col gap-3 px-4.5 py-3.5">
        <p className="text-small text-ink-2">{t('safe.intro')}</p>
        <Link href={paths.saferPlay} className="button button-outline button-full">
          <ShieldCheck aria-hidden="true" />
          <span>{t('safe.toCentre')}</span>
        </Link>
        {data?.lastLogin && (
          <p className="num text-caption whitespace-normal text-ink-3">
            {t('safe.lastLogin', { time: dateTimeText(data.lastLogin) })}
          </p>
        )}
      </div>
    </>
  );
}
