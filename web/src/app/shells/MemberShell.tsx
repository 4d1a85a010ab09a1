import type { Elements } from '@krapao/ui/elements.ts';
import { Mark } from '@krapao/ui/Mark.tsx';
import {
  BookOpen,
  CircleQuestionMark,
  Gift,
  Headset,
  LogOut,
  Moon,
  ReceiptText,
  Sun,
  UserRound,
} from 'lucide-react';
import { type ComponentType, Suspense, useState, useSyncExternalStore } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useAlert } from '../../components/alert.ts';
import { Beyond } from '../../components/Beyond.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Link } from '../../components/Link.tsx';
import { Version } from '../../components/Version.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messageId.ts';
import { keysLeftBehind, subscribeLeftBehind } from '../../lib/actionKey.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLimitedAccess } from '../../lib/limitedAccess.ts';
import { useShownStory } from '../../lib/openStory.ts';
import { paths } from '../../lib/paths.ts';
import { useProofAsked } from '../../lib/stepUp.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { QueryProvider } from '../QueryProvider.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ShellMain } from './ShellMain.tsx';
import { useWideScreen } from './useWideScreen.ts';

const CHAT_BUTTON_DELAY_MS = 1_500;
const ChatButton = lazyPart(() => import('../../features/chat/ChatButton.tsx'));
const OutcomesLeftBehind = lazyPart(() => import('../../features/outcome/OutcomesLeftBehind.tsx'));
const MemberNotifications = lazyPart(() => import('./MemberNotifications.tsx'));
const MemberStory = lazyPart(() => import('./MemberStory.tsx'));
const AlertHost = lazyPart(() => import('../../components/AlertHost.tsx'));
const StepUpDialog = lazyPart(() => import('../../features/security/StepUpDialog.tsx'));
const LimitedAccess = lazyPart(() => import('./LimitedAccess.tsx'));
const LogOutDialog = lazyPart(() => import('../LogOutDialog.tsx'));
const ConditionsDialog = lazyPart(() => import('../../features/lookup/ConditionsDialog.tsx'));

interface Item {
  /** Absent for the conditions, because that item opens a dialog. */
  href?: string;
  label: MessageId;
  Icon: ComponentType<{ strokeWidth?: number; 'aria-hidden'?: 'true' }>;
}

const profile: Item = { href: paths.profile, label: 'nav.profile', Icon: UserRound };
const conditions: Item = { label: 'nav.conditions', Icon: BookOpen };
const home: Item = { href: paths.home, label: 'nav.home', Icon: () => <Mark size={24} /> };
const statement: Item = { href: paths.statement, label: 'nav.statement', Icon: ReceiptText };
const contact: Item = { href: paths.userContact, label: 'nav.contact', Icon: Headset };
const bonus: Item = { href: paths.bonus, label: 'nav.bonus', Icon: Gift };
const howto: Item = { href: paths.howto, label: 'nav.howto', Icon: CircleQuestionMark };

/** The logged-in shell (SHL-03, SHL-04): a bottom menu on phones, a rail at the left from 1024 px. */
export default function MemberShell({ children }: { children: Elements }) {
  const t = useT();
  const wide = useWideScreen();
  const isLimited = useLimitedAccess();
  const [conditionsOpen, setConditionsOpen] = useState<boolean | null>(null);
  const showConditions = () => setConditionsOpen(true);
  return (
    <QueryProvider>
      <div className="shell shell-member">
        <a href="#main" className="skip-link">
          {t('nav.skip')}
        </a>
        {wide && (
          <nav className="rail-nav" aria-label={t('nav.main')}>
            <Brand size={34} />
            {[home, ...(isLimited ? [] : [bonus]), statement, profile, conditions, howto, contact].map(
              (item) => (
                <NavItem key={item.label} item={item} className="rail-item" onConditions={showConditions} />
              ),
            )}
            <Version className="mt-auto px-3.5" />
          </nav>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar wide={wide} />
          <ShellMain>{isLimited ? <LimitedAccess>{children}</LimitedAccess> : children}</ShellMain>
        </div>
        {!wide && (
          <nav className="bottom-nav" aria-label={t('nav.main')}>
            {[profile, conditions, home, statement, contact].map((item) => (
              <NavItem key={item.label} item={item} onConditions={showConditions} />
            ))}
          </nav>
        )}
        {conditionsOpen !== null && (
          <Suspense>
            <ConditionsDialog open={conditionsOpen} onClose={() => setConditionsOpen(false)} />
          </Suspense>
        )}
        <Stories />
        <StepUp />
        <Alerts />
        <LeftBehind />
      </div>
    </QueryProvider>
  );
}

/** Loads the alert dialog when the first alert is shown. */
function Alerts() {
  const isAsked = useAlert() !== null;
  const [isLoaded, setIsLoaded] = useState(false);
  if (isAsked && !isLoaded) setIsLoaded(true);
  return isLoaded ? (
    <Suspense>
      <AlertHost />
    </Suspense>
  ) : null;
}

/** Loads the dialog that asks for a proof when a call needs the first one. */
function StepUp() {
  const isAsked = useProofAsked() !== null;
  const [isLoaded, setIsLoaded] = useState(false);
  if (isAsked && !isLoaded) setIsLoaded(true);
  return isLoaded ? (
    <Suspense>
      <StepUpDialog />
    </Suspense>
  ) : null;
}

/** Loads the dialog of stories when the first one is opened. */
function Stories() {
  const isAsked = useShownStory() !== null;
  const [isLoaded, setIsLoaded] = useState(false);
  if (isAsked && !isLoaded) setIsLoaded(true);
  return isLoaded ? (
    <Suspense>
      <MemberStory />
    </Suspense>
  ) : null;
}

/** Loaded only when closed forms left money calls without an answer. */
function LeftBehind() {
  const isNeeded = useSyncExternalStore(subscribeLeftBehind, keysLeftBehind).length > 0;
  return isNeeded ? (
    <Suspense>
      <OutcomesLeftBehind />
    </Suspense>
  ) : null;
}

function TopBar({ wide }: { wide: boolean }) {
  const t = useT();
  // The chat button, the bell and the event stream load after the first view: the content of the page comes first.
  const isSettled = useDelayed(true, CHAT_BUTTON_DELAY_MS);
  const theme = useTheme();
  const [isLeaving, setIsLeaving] = useState<boolean | null>(null);
  return (
    <>
      <header className="bar">
        {!wide && <Brand />}
        {isSettled && (
          <Suspense>
            <ChatButton />
          </Suspense>
        )}
        <Beyond>
          <Suspense fallback={<BellPlace />}>{isSettled ? <MemberNotifications /> : <BellPlace />}</Suspense>
        </Beyond>
        <LanguageSelect />
        {wide && (
          <IconButton
            label={t(theme === 'dark' ? 'theme.toLight' : 'theme.toDark')}
            onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          >
            {theme === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
          </IconButton>
        )}
        <IconButton label={t('nav.logout')} aria-haspopup="dialog" onClick={() => setIsLeaving(true)}>
          <LogOut size={21} aria-hidden="true" />
        </IconButton>
      </header>
      {/* Outside the bar: a dialog has a heading of its own. */}
      {isLeaving !== null && (
        <Suspense>
          <LogOutDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Keeps the place of the bell while it is loaded. */
const BellPlace = () => <span className="icon-button" />;

function Brand({ size }: { size?: number }) {
  const t = useT();
  return (
    <Link href={paths.home} className="brand">
      <Mark {...(size ? { size } : {})} />
      <span>{t('app.name')}</span>
    </Link>
  );
}

interface NavItemProps {
  item: Item;
  className?: string;
  onConditions: () => void;
}

function NavItem({ item: { href, label, Icon }, className, onConditions }: NavItemProps) {
  const t = useT();
  const pathname = usePathname();
  const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{t(label)}</span>
    </>
  );
  return href ? (
    <Link href={href} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {content}
    </Link>
  ) : (
    <button type="button" className={className} aria-haspopup="dialog" onClick={onConditions}>
      {content}
    </button>
  );
}
