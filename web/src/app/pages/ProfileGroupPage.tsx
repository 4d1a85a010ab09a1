import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from '../../components/Link.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { SessionsCard } from '../../features/account/SessionsCard.tsx';
import { IdentityCard } from '../../features/identity/IdentityCard.tsx';
import { MessengerCard } from '../../features/messenger/MessengerCard.tsx';
import { NotificationCard } from '../../features/notifications/NotificationCard.tsx';
import { PlayCard } from '../../features/profile/PlayCard.tsx';
import { ProfileLoaded } from '../../features/profile/ProfileLoaded.tsx';
import { SaferPlayCard } from '../../features/protection/SaferPlayCard.tsx';
import { ChangesCard } from '../../features/security/ChangesCard.tsx';
import { FreezeCard } from '../../features/security/FreezeCard.tsx';
import { OwnDataCard } from '../../features/security/OwnDataCard.tsx';
import { SecurityCard } from '../../features/security/SecurityCard.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLimitedAccess } from '../../lib/limitedAccess.ts';
import { paths } from '../../lib/paths.ts';
import { profileQuery } from '../../lib/profileQuery.ts';
import { useServerCanMore } from '../../lib/serverCan.ts';
import { useShownPath } from '../../lib/shownPath.ts';
import { useArrival } from '../../lib/useArrival.ts';
import { loadFirst } from '../QueryProvider.tsx';
import { Redirect } from '../Redirect.tsx';
import { AccountPart } from './profile/AccountPart.tsx';
import { type ProfileGroup, profileGroups } from './profile/profileGroups.ts';

const SessionsDialog = lazyPart(() => import('../../features/account/SessionsDialog.tsx'));
const SecurityDialog = lazyPart(() => import('../../features/security/SecurityDialog.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(profileQuery);

const CONTENT: Record<ProfileGroup, ComponentType> = {
  account: AccountGroup,
  security: SecurityGroup,
  play: PlayGroup,
  notifications: NotificationsGroup,
  data: DataGroup,
};

/** One group of the profile, by its address. */
export default function ProfileGroupPage() {
  const t = useT();
  const pathname = useShownPath();
  const hasGroups = useServerCanMore();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The shell moves the focus to the new page first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const group = (Object.keys(CONTENT) as ProfileGroup[]).find((one) => profileGroups[one].href === pathname);
  if (group === undefined || !hasGroups) return <Redirect to={paths.profile} />;
  const Content = CONTENT[group];
  return (
    <div className="page page-columns">
      <div className="page-start">
        <Link href={paths.profile} className="link text-small">
          <ChevronLeft size={18} aria-hidden="true" />
          <span>{t('profile.title')}</span>
        </Link>
        <div className="page-heading">
          <h1 ref={heading} tabIndex={-1}>
            {t(profileGroups[group].title)}
          </h1>
        </div>
      </div>
      <Content />
    </div>
  );
}

function AccountGroup() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <>
      <ProfileLoaded
        skeleton={[
          <Skeleton key="account" className="h-[132px] rounded-lg" />,
          <Skeleton key="bank" className="h-[196px] rounded-lg" />,
        ]}
      >
        {(loaded) => <AccountPart profile={loaded} />}
      </ProfileLoaded>
      <IdentityCard />
      <ChangesCard member={profile} />
    </>
  );
}

function SecurityGroup() {
  const { data: profile } = useQuery(profileQuery);
  const [securityOpen, setSecurityOpen] = useState<boolean | null>(null);
  const [sessionsOpen, setSessionsOpen] = useState<boolean | null>(null);
  useArrival('manage', () => setSecurityOpen(true));
  return (
    <>
      <SecurityCard onOpen={() => setSecurityOpen(true)} />
      <SessionsCard onOpen={() => setSessionsOpen(true)} />
      <FreezeCard phone={profile?.username} />
      {securityOpen !== null && (
        <Suspense>
          <SecurityDialog open={securityOpen} onClose={() => setSecurityOpen(false)} />
        </Suspense>
      )}
      {sessionsOpen !== null && (
        <Suspense>
          <SessionsDialog open={sessionsOpen} onClose={() => setSessionsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function PlayGroup() {
  const isLimited = useLimitedAccess();
  return (
    <>
      {!isLimited && <PlayCard />}
      <SaferPlayCard />
    </>
  );
}

function NotificationsGroup() {
  return (
    <>
      <NotificationCard />
      <MessengerCard />
    </>
  );
}

function DataGroup() {
  const { data: profile } = useQuery(profileQuery);
  return <OwnDataCard phone={profile?.username} />;
}
