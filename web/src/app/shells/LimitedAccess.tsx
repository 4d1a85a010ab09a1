import type { Elements } from '@krapao/ui/elements.ts';
import { Suspense } from 'react';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { paths } from '../../lib/paths.ts';
import { useShownPath } from '../../lib/shownPath.ts';

const LimitedHomePage = lazyPart(() => import('../pages/LimitedHomePage.tsx'));

/** The pages of play, in whose place the home of limited access stands. */
const CLOSED: readonly string[] = [paths.home, paths.bonus];

/** A page as an excluded member sees it: it says that access is limited, and play has no page (protection.md 12). */
export default function LimitedAccess({ children }: { children: Elements }) {
  const t = useT();
  const pathname = useShownPath();
  return (
    <>
      <div className="page flex-none! pb-0!" role="status">
        <Notice kind="safety">
          <span>{`${t('safe.limited.banner')} `}</span>
          {pathname !== paths.saferPlay && (
            <Link href={paths.saferPlay} className="link min-h-0 text-small">
              {t('safe.title')}
            </Link>
          )}
        </Notice>
      </div>
      {CLOSED.includes(pathname) ? (
        <Suspense>
          <LimitedHomePage />
        </Suspense>
      ) : (
        children
      )}
    </>
  );
}
