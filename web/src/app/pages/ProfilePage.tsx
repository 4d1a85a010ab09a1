import { LogOut } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/Button.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Version } from '../../components/Version.tsx';
import { forgetOfferedLink, offeredLink } from '../../features/messenger/offeredLink.ts';
import { DisplayCard } from '../../features/profile/DisplayCard.tsx';
import { ProfileHead } from '../../features/profile/ProfileHead.tsx';
import { ProfileLoaded } from '../../features/profile/ProfileLoaded.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { paths } from '../../lib/paths.ts';
import { profileQuery } from '../../lib/profileQuery.ts';
import { useServerCanMore } from '../../lib/serverCan.ts';
import { useArrival } from '../../lib/useArrival.ts';
import { loadFirst } from '../QueryProvider.tsx';
import { AccountPart } from './profile/AccountPart.tsx';
import { GroupList } from './profile/GroupList.tsx';

const LogOutDialog = lazyPart(() => import('../LogOutDialog.tsx'));
const TakeUpLinkDialog = lazyPart(() => import('../../features/messenger/TakeUpLinkDialog.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(profileQuery);

/** The member's profile: who they are, and its groups; where the server has none, the account itself. */
export default function ProfilePage() {
  const t = useT();
  const hasGroups = useServerCanMore();
  const [isLeaving, setIsLeaving] = useState<boolean | null>(null);
  const [linkToken] = useState(offeredLink);
  const [isLinking, setIsLinking] = useState(linkToken !== null);
  useEffect(() => {
    if (linkToken !== null) forgetOfferedLink();
  }, [linkToken]);
  useMoved();
  return (
    <div className="page page-columns">
      <h1 className="sr-only lg:not-sr-only lg:mb-4">{t('profile.title')}</h1>
      <ProfileLoaded skeleton={<Skeleton className="h-[108px] rounded-[24px]" />}>
        {(profile) => (
          <>
            <ProfileHead profile={profile} />
            {!hasGroups && <AccountPart profile={profile} />}
          </>
        )}
      </ProfileLoaded>
      {hasGroups && <GroupList />}
      <DisplayCard />
      <Button
        variant="outline"
        full
        className="mt-5"
        icon={<LogOut aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsLeaving(true)}
      >
        {t('nav.logout')}
      </Button>
      <Version className="mt-4 text-center" />
      {linkToken !== null && (
        <Suspense>
          <TakeUpLinkDialog open={isLinking} linkToken={linkToken} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
      {isLeaving !== null && (
        <Suspense>
          <LogOutDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Leads an address that named a part of the profile while it was one page to the group of that part. */
function useMoved(): void {
  const go = (to: string) => navigate(to, { replace: true });
  useArrival('notifications', () => go(paths.profileNotifications));
  useArrival('security', () => go(paths.security));
  useArrival('ownData', () => go(paths.ownData));
}
