import { Mark } from '@krapao/ui/Mark.tsx';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { LanguageSelect } from '../shells/LanguageSelect.tsx';

/** RTE-05: shown for every unknown address. */
export default function NotFoundPage() {
  const t = useT();
  return (
    <div className="shell">
      <header className="bar">
        <Link href={paths.root} className="brand">
          <Mark />
          <span>{t('app.name')}</span>
        </Link>
        <LanguageSelect />
      </header>
      <main className="page items-center justify-center pb-20 text-center">
        <div className="relative grid size-[300px] place-items-center">
          <div className="star absolute inset-0 text-gold opacity-22" aria-hidden="true" />
          <div className="num not-found-figure">404</div>
        </div>
        <h1 className="mt-4">{t('notFound.title')}</h1>
        <p lang="en" className="text-small text-ink-3">
          Page Not Found
        </p>
        <p className="mt-2 max-w-[280px] text-balance text-ink-2">{t('notFound.text')}</p>
        <Link href={paths.root} className="button button-primary mt-6">
          {t('notFound.home')}
        </Link>
      </main>
    </div>
  );
}
