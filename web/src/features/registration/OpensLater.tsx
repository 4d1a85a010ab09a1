import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** In place of the first step where nothing can send codes yet: nobody types a number in vain. */
export function OpensLater() {
  const t = useT();
  return (
    <>
      <h1>{t('register.later.title')}</h1>
      <p className="mt-1 text-ink-2">{t('register.later.text')}</p>
      <Link href={paths.contact} className="button button-secondary button-full mt-5">
        {t('register.later.contact')}
      </Link>
      <p className="mt-3 flex flex-wrap items-center justify-center gap-1 text-ink-2">
        <span>{t('register.haveAccount')}</span>
        <Link href={paths.login} className="link">
          {t('register.login')}
        </Link>
      </p>
    </>
  );
}
