import { DELAY_MS } from '@krapao/contract/limits';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** REG-14: says that it worked and goes to /login after 2 seconds. */
export function DoneStep() {
  const t = useT();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.login), DELAY_MS.registrationRedirect);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="flex flex-1 flex-col items-center justify-center gap-2 text-center">
      <CircleCheck size={64} strokeWidth={1.5} className="text-jade" aria-hidden="true" />
      <h1 className="mt-3">{t('register.done.title')}</h1>
      <p className="text-ink-2">{t('register.done.text')}</p>
      <Link href={paths.login} className="link">
        {t('register.done.login')}
      </Link>
    </div>
  );
}
