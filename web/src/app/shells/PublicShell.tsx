import { Mark } from '@krapao/ui/Mark.tsx';
import { CircleQuestionMark, Headset, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { endSession } from '../../lib/session.ts';
import { useShownPath } from '../../lib/shownPath.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ShellMain } from './ShellMain.tsx';

const ITEMS = [
  { href: paths.login, label: 'nav.home', Icon: () => <Mark size={24} /> },
  { href: paths.register, label: 'nav.register', Icon: UserRoundPlus },
  { href: paths.howto, label: 'nav.howto', Icon: CircleQuestionMark },
  { href: paths.contact, label: 'nav.contact', Icon: Headset },
] as const;

/** The logged-out shell (SHL-01). Creating it clears a session that is still kept (SHL-02). */
export default function PublicShell({ children }: { children: ReactNode }) {
  const t = useT();
  const pathname = usePathname();
  const shown = useShownPath();
  useEffect(endSession, []);
  return (
    <div className="shell">
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      {shown !== paths.login && (
        <header className="bar">
          <Link href={paths.login} className="brand">
            <Mark />
            <span>{t('app.name')}</span>
          </Link>
          <LanguageSelect />
        </header>
      )}
      <ShellMain>{children}</ShellMain>
      <nav className="bottom-nav" aria-label={t('nav.main')}>
        {ITEMS.map(({ href, label, Icon }) => (
          <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{t(label)}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
