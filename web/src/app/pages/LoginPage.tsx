import { Mark } from '@krapao/ui/Mark.tsx';
import { Suspense } from 'react';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { Link } from '../../components/Link.tsx';
import { LoginForm } from '../../features/auth/LoginForm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { paths } from '../../lib/paths.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { LanguageSelect } from '../shells/LanguageSelect.tsx';

const LanguageOffer = lazyPart(() => import('../shells/LanguageOffer.tsx'));

/** The login page (LOG-01). */
export default function LoginPage() {
  const t = useT();
  // After the first view, which needs no file of it.
  const isSettled = useDelayed(true);
  return (
    <>
      <LacquerCard
        className="flex h-[clamp(132px,100svh-540px,238px)] flex-none flex-col items-center justify-end gap-1.5 rounded-t-none pb-[26px] shadow-none"
        star="-top-[330px] left-1/2 size-[520px] -translate-x-1/2 opacity-26"
        framed={false}
      >
        {isSettled && (
          <Suspense>
            <LanguageOffer className="absolute top-2.5 left-5 text-leaf" />
          </Suspense>
        )}
        <LanguageSelect className="absolute top-2.5 right-2.5 text-lacquer-text-2" />
        <span className="text-leaf">
          <Mark size={56} />
        </span>
        <div className="text-[1.625rem] leading-normal font-semi">{t('app.name')}</div>
      </LacquerCard>
      <div className="page max-w-[430px] pt-[22px]">
        <h1>{t('login.title')}</h1>
        <LoginForm onSend={preloadHome} />
        <p className="mt-2 flex flex-wrap items-center justify-center gap-1 text-center text-ink-2">
          <span>{t('login.noAccount')}</span>
          <Link href={paths.register} className="link">
            {t('login.register')}
          </Link>
        </p>
      </div>
    </>
  );
}

/** Preloads the next screen while the server checks the password. A failed load shows up when that screen opens. */
function preloadHome(): void {
  Promise.all([import('../shells/MemberShell.tsx'), import('./HomePage.tsx')]).catch(() => {});
}
